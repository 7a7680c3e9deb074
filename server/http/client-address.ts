import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const expandIPv6 = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const left = head ? head.split(':') : [];
  if (tail === undefined) return left;
  const right = tail ? tail.split(':') : [];
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
};

/** What a limit counts by: an IPv4 address, or the /64 that one household or phone holds of IPv6 (security.md S60). */
export function limitKeyOfAddress(address: string): string {
  const bare = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(bare)) return bare;
  const groups = expandIPv6(bare).slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** A connection that is gone has no address any more; otherwise `request.ip` already is the hop that TRUST_PROXY allows to be believed. */
export const clientAddressOf = (request: FastifyRequest): string => limitKeyOfAddress(request.ip || 'gone');
