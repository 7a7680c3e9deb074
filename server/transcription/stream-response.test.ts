import { describe, expect, it } from 'vitest';
import { withHeartbeat } from './stream-response.ts';

/** A pause that is over when the test says so. */
function createPauses() {
  const waiting: (() => void)[] = [];
  return {
    pause: () => new Promise<void>((resolve) => waiting.push(resolve)),
    pass: () => waiting.pop()?.(),
  };
}

describe('an answer that has nothing to say for a while', () => {
  it('says a filler at each pause and then goes on where it was', async () => {
    const { pause, pass } = createPauses();
    let speak = (_text: string) => {};
    async function* pieces() {
      yield 'first\n';
      yield await new Promise<string>((resolve) => {
        speak = resolve;
      });
    }
    const filled = withHeartbeat(pieces(), { filler: '\n', everyMilliseconds: 15_000, pause });
    expect((await filled.next()).value).toBe('first\n');
    for (let count = 0; count < 3; count += 1) {
      const next = filled.next();
      pass();
      expect((await next).value).toBe('\n');
    }
    const next = filled.next();
    speak('second\n');
    expect((await next).value).toBe('second\n');
    expect((await filled.next()).done).toBe(true);
  });

  it('ends what it reads from when its reader leaves', async () => {
    let isEnded = false;
    async function* pieces() {
      try {
        yield 'first';
        yield 'second';
      } finally {
        isEnded = true;
      }
    }
    for await (const piece of withHeartbeat(pieces(), { filler: '', everyMilliseconds: 15_000 })) {
      expect(piece).toBe('first');
      break;
    }
    await expect.poll(() => isEnded).toBe(true);
  });
});
