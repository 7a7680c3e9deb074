/** Where the browser tests run their server. */
export const port = Number(process.env.E2E_PORT ?? 3210);
export const baseUrl = `http://localhost:${port}`;
