import ipaddr from 'ipaddr.js';
import { parseAddress } from '../limits/network-key.ts';

/** None, a number of proxies, or the networks they are in (security.md S60). */
export type TrustedProxies = false | number | readonly string[];

const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** `10.0.0.0/8, 192.0.2.7, loopback` as a list of networks; `undefined` where a part is none. */
export function parseNetworks(text: string): string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const networks = parts.flatMap((part) => {
    const address = parseAddress(part);
    if (address) return [`${address}/${address.kind() === 'ipv4' ? 32 : 128}`];
    return named[part] ?? [part];
  });
  return networks.every((network) => ipaddr.isValidCIDR(network)) ? networks : undefined;
}

/** Half of all addresses or more is no network of one's own. */
export const holdsEverybody = (network: string): boolean => ipaddr.parseCIDR(network)[1] <= 1;

export function createTrust(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const trusted = (proxies || []).map((network) => ipaddr.parseCIDR(network));
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && ipaddr.subnetMatch(address, { trusted }, 'none') === 'trusted';
  };
}
