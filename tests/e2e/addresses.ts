import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../support/find-free-port.ts';

/** Where the browser tests run their server; chosen once, and inherited by every process of the run. */
process.env.E2E_PORT ??= String(await findFreePort());
/** What it keeps; operators' commands name it. */
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'e2e-data-'));
export const dataDir = process.env.E2E_DATA_DIR;
export const port = Number(process.env.E2E_PORT);
export const baseUrl = `http://localhost:${port}`;
