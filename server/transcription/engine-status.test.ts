import { describe, expect, it } from 'vitest';
import { createScriptedEngine } from '#tests/support/scripted-engine.ts';
import { awaitEngine } from './engine-status.ts';

describe('a worker whose models are on their way', () => {
  it.each(['ready', 'failed'] as const)('takes work when they are %s, and not before', async (end) => {
    const { engine, script } = createScriptedEngine({ state: 'downloading' });
    let hasBegun: boolean | undefined;
    const waiting = awaitEngine(engine, new AbortController().signal).then((hasCome) => {
      hasBegun = hasCome;
    });
    await Promise.resolve();
    expect(hasBegun).toBeUndefined();
    script.state = end;
    await waiting;
    expect(hasBegun).toBe(true);
  });

  it('takes none when it ends before', async () => {
    const { engine } = createScriptedEngine({ state: 'starting' });
    const ending = new AbortController();
    const waiting = awaitEngine(engine, ending.signal);
    ending.abort();
    expect(await waiting).toBe(false);
  });
});
