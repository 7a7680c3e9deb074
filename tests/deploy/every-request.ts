import { type Endpoint, pathOf } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/endpoints.ts';

/** Stands wherever a request may carry a secret; no log line may hold it. */
export const marker = 'SECRET-f3b1c07e9a5d';

const namesOf = (schema: unknown): string[] => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

const headers = { authorization: `Bearer ${marker}`, cookie: `session=${marker}`, referer: `https://x.so/${marker}` };

export type MarkedRequest = {
  method: string;
  path: string;
  /** The route as a log may show it: `/api/auth/verify/-`. */
  shape: string;
  init: RequestInit;
};

/** Every endpoint of the contract, with the marker for each parameter, each part of its query and of its body. */
export function everyRequest(): MarkedRequest[] {
  return Object.values<Endpoint>(endpoints).map((endpoint) => {
    const query = namesOf(endpoint.query).map((name) => `${name}=${marker}`);
    const path = `${pathOf(endpoint).replace(/:\w+/g, marker)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
    const body = JSON.stringify(Object.fromEntries([...namesOf(endpoint.body), 'more'].map((name) => [name, marker])));
    const json = { ...headers, 'content-type': 'application/json' };
    const init = endpoint.method === 'GET' ? { headers } : { method: endpoint.method, headers: json, body };
    return { method: endpoint.method, path, shape: pathOf(endpoint).replace(/:\w+/g, '-'), init };
  });
}

/** Pages that carry one, and the ways in which an address may be misspelt. */
export const markedPages: readonly string[] = [
  `/verify/${marker}`,
  `/verify/${marker}/`,
  `/so/verify/${marker}`,
  `/demo/r/${marker}`,
  `/demo?text=${marker}`,
  `/api/auth//verify/${marker}`,
  `/api/auth/verify%2f${marker}`,
  `/api/auth/%76erify/${marker}`,
  `/API/AUTH/VERIFY/${marker}`,
  `/x/../api/auth/verify/${marker}`,
  `/${marker}`,
  `/assets/${marker}`,
];
