import { describe, expect, it } from 'vitest';
import { createTrust, parseNetworks } from './trusted-proxies.ts';

describe('proxies that are believed (S60)', () => {
  it('are nobody, the first so many, or those in a network, however they write themselves (D13)', () => {
    expect(createTrust(false)('127.0.0.1', 0)).toBe(false);
    expect([0, 1, 2].map((hop) => createTrust(2)('1.2.3.4', hop))).toEqual([true, true, false]);
    const trust = createTrust(parseNetworks('10.0.0.0/8, loopback, 2001:db8::/32, 192.0.2.7') ?? []);
    for (const proxy of ['10.1.2.3', '10.1.2.3:4444', '::ffff:10.1.2.3', '::1', '[2001:db8::5]:443', '192.0.2.7'])
      expect([proxy, trust(proxy, 0)]).toEqual([proxy, true]);
    for (const other of ['11.0.0.1', '192.0.2.8', '2001:db9::1', 'unknown', ''])
      expect([other, trust(other, 0)]).toEqual([other, false]);
  });

  it.each(['bogus', '10.0.0.0/33', '10.0.0.1,', 'true'])('cannot be named as %s', (text) => {
    expect(parseNetworks(text)).toBeUndefined();
  });
});
