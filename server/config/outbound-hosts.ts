/** Of HTTP hosts this process asks only these (security.md S63); redirects are the caller's to refuse. */
export function restrictOutboundHosts(addresses: readonly (string | undefined)[]): void {
  const hosts = new Set(addresses.flatMap((address) => (address ? [new URL(address).host] : [])));
  const unrestricted = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { host, protocol } = new URL(input instanceof Request ? input.url : String(input));
    if (protocol.startsWith('http') && !hosts.has(host)) throw new Error(`${host} is no host of this configuration`);
    return unrestricted(input, init);
  };
}
