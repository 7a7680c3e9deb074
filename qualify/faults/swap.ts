import { startVitest } from 'vitest/node';

/** 200 requests in flight while the starter models become the full ones, and 200 while they go back: none may be lost. */
process.env.SWAP_REQUESTS ??= '200';
const vitest = await startVitest('test', ['tests/speech/engine-swap.test.ts'], { run: true });
await vitest.close();
