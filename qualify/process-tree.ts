import { readdirSync } from 'node:fs';
import { readStat } from '#platform/identity.ts';

/** A process and all its descendants; on Linux, where /proc is. */
export function findTree(root: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = processes.map((name) => ({ pid: Number(name), parent: readStat(Number(name))[1] }));
  const tree = [root];
  for (const member of tree) tree.push(...parents.filter(({ parent }) => parent === member).map(({ pid }) => pid));
  return tree;
}
