import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address as forwarders write it: with a port, in brackets, in quotes, with a zone; `undefined` for anything else. */
export function parseAddress(text: string): Address | undefined {
  const written = text.trim().replace(/^"(.*)"$/, '$1');
  const withoutPort =
    /^\[([^\]]+)\](?::\d+)?$/.exec(written)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(written)?.[1] ?? written;
  const bare = withoutPort.split('%', 1)[0] ?? '';
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined;
}

/** One key for all that cannot be read: rubbish must not give every caller a limit of their own. */
const unreadable = 'unreadable';

function blockOf(text: string, bits: { ipv4: number; ipv6: number }): string {
  const address = parseAddress(text);
  if (!address) return unreadable;
  const length = bits[address.kind()];
  const network = ipaddr[address.kind() === 'ipv4' ? 'IPv4' : 'IPv6'].networkAddressFromCIDR(`${address}/${length}`);
  return `${network}/${length}`;
}

/** What a limit counts by: an IPv4 address, or the /64 that one household or phone holds of IPv6 (security.md S60). */
export const addressKeyOf = (address: string): string => blockOf(address, { ipv4: 32, ipv6: 64 });

/** What one customer of a network holds: many addresses to spend a common limit from. */
export const networkKeyOf = (addressKey: string): string =>
  blockOf(addressKey.replace(/\/\d+$/, ''), { ipv4: 24, ipv6: 48 });
