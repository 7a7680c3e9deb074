/** Fetches what a key names once, and again after a failure. What is there React reads without suspending. */
export function fetchOnce<K, V>(fetchValue: (key: K) => Promise<V>) {
  const made = new Map<K, Promise<V> & { value?: V }>();
  return {
    find: (key: K): V | undefined => made.get(key)?.value,
    keys: () => [...made.keys()],
    forget: (key: K) => void made.delete(key),
    fetch(key: K): Promise<V> {
      const known = made.get(key);
      if (known !== undefined) return known;
      const promise = fetchValue(key);
      made.set(key, promise);
      promise.then(
        (value) => Object.assign(promise, { status: 'fulfilled', value }),
        () => made.delete(key),
      );
      return promise;
    },
  };
}
