/** No such node, no such class. */
export const none = -1;

/**
 * The prefixes met by a beam search: each node is one class longer than its parent, and the same prefix is always the
 * same node, so that prefixes are compared by number. Node 0 is the empty prefix.
 */
export type PrefixTree = {
  classOf(node: number): number;
  parentOf(node: number): number;
  /** The child of `node` by `label`, or `none`. */
  find(node: number, label: number): number;
  findOrAdd(node: number, label: number): number;
  /** Classes from the root to `node`. */
  readPath(node: number): number[];
};

export function createPrefixTree(): PrefixTree {
  const parents = [none];
  const classes = [none];
  const firstChildren = [none];
  const nextSiblings = [none];

  const find = (node: number, label: number): number => {
    let child = firstChildren[node] ?? none;
    while (child !== none && classes[child] !== label) child = nextSiblings[child] ?? none;
    return child;
  };
  const findOrAdd = (node: number, label: number): number => {
    const found = find(node, label);
    if (found !== none) return found;
    const added = parents.push(node) - 1;
    classes.push(label);
    firstChildren.push(none);
    nextSiblings.push(firstChildren[node] ?? none);
    firstChildren[node] = added;
    return added;
  };
  const readPath = (node: number): number[] => {
    const path: number[] = [];
    for (let at = node; at > 0; at = parents[at] ?? 0) path.push(classes[at] ?? none);
    return path.reverse();
  };
  return {
    classOf: (node) => classes[node] ?? none,
    parentOf: (node) => parents[node] ?? none,
    find,
    findOrAdd,
    readPath,
  };
}
