import { describe, expect, it } from 'vitest';
import { addressKeyOf, networkKeyOf } from './network-key.ts';

describe('what a limit counts by', () => {
  it.each([
    ['5.6.7.8', '5.6.7.8/32'],
    ['5.6.7.8:40001', '5.6.7.8/32'],
    [' 203.113.211.200:40001 ', '203.113.211.200/32'],
    ['"5.6.7.8"', '5.6.7.8/32'],
    ['::ffff:5.6.7.8', '5.6.7.8/32'],
    ['[::ffff:5.6.7.8]:443', '5.6.7.8/32'],
    ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::7]:40001', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::7]"', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
  ])('is, for %s, %s', (address, key) => {
    expect(addressKeyOf(address)).toBe(key);
  });

  it('is one and the same for everything that is no address', () => {
    const rubbish = [
      '',
      'unknown',
      '_hidden',
      '5.6.7',
      '5.6.7.256',
      '0x7f.1',
      '1',
      '5.6.7.8.9',
      '::g',
      'a:b',
      '<script>',
      ...['"5.6.7.8', '5.6.7.8"', 'for=5.6.7.8:80', '5.6.7.8:80x', 'x[::1]', '[::1]x'],
    ];
    expect(new Set(rubbish.map(addressKeyOf))).toEqual(new Set(['unreadable']));
    expect(networkKeyOf('unreadable')).toBe('unreadable');
  });

  it('is, for a whole network, its /24 or /48', () => {
    expect(networkKeyOf(addressKeyOf('5.6.7.8'))).toBe('5.6.7.0/24');
    expect(networkKeyOf(addressKeyOf('2001:db8:1:2::7'))).toBe('2001:db8:1::/48');
  });
});
