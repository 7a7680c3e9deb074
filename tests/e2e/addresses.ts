import { findFreePort } from '../support/find-free-port.ts';

/** Where the browser tests run their server; chosen once, and inherited by every process of the run. */
process.env.E2E_PORT ??= String(await findFreePort());
export const port = Number(process.env.E2E_PORT);
export const baseUrl = `http://localhost:${port}`;
