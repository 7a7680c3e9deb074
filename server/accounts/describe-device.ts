import devices from './devices.json' with { type: 'json' };

/** In the order of the rows: the later names stand in the descriptions of the earlier ones, too. */
const nameIn = (names: readonly string[][], userAgent: string) =>
  names.find(([sign = '']) => userAgent.includes(sign))?.[1];

/** Enough for a person to know their own device again, too little to tell a person by it: no versions, no models. */
export const describeDevice = (userAgent = ''): string =>
  [nameIn(devices.browsers, userAgent), nameIn(devices.systems, userAgent)].filter(Boolean).join(', ');
