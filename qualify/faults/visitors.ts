import { setTimeout as sleep } from 'node:timers/promises';
import {
  makeRecording as makeNoise,
  readSession,
  signUp,
  tokenOf,
  uniqueEmail,
  upload,
  verify,
} from '#tests/support/test-client.ts';

type Visitor = { token: string; acknowledged: number };

type Options = { random: () => number; makeRecording?: (() => Buffer) | undefined };

const makeAnyRecording = (random: () => number) => () => makeNoise(20_000 + Math.floor(random() * 200_000));

/** People who sign up, verify and upload, over and over, and remember what the server promised them. */
export function createVisitors(base: string, { random, makeRecording = makeAnyRecording(random) }: Options) {
  const links: string[] = [];
  const results: { token: string; id: string }[] = [];
  const visitors: Visitor[] = [];

  async function visit(isOver: () => boolean): Promise<void> {
    const asked = await signUp(base, uniqueEmail());
    if (!asked.body.magicLink) return;
    links.push(asked.body.magicLink);
    const verified = await verify(base, tokenOf(asked.body.magicLink));
    const visitor = { token: verified.body.data.token, acknowledged: 0 };
    visitors.push(visitor);
    for (let recordings = 0; recordings < 2 && !isOver(); recordings += 1) {
      const answer = await upload(base, visitor.token, makeRecording());
      if (answer.status !== 200) continue;
      visitor.acknowledged += 1;
      results.push({ token: visitor.token, id: answer.body.data.transcription.id });
    }
  }

  return {
    links,
    results,
    start() {
      let isOver = false;
      const loops = Array.from({ length: 4 }, async () => {
        while (!isOver) await visit(() => isOver).catch(() => sleep(20));
      });
      return {
        async stop(): Promise<void> {
          isOver = true;
          await Promise.all(loops);
        },
      };
    },
    /** What a session shows is never more than what was left after the results it got. */
    async checkPromises(): Promise<void> {
      for (const { token, acknowledged } of visitors) {
        const { status, body } = await readSession(base, token);
        if (status !== 200) throw new Error(`a session that was promised is gone: ${status}`);
        if (body.data.attemptsRemaining > 3 - acknowledged)
          throw new Error('a result was delivered and its charge was lost');
      }
    },
  };
}
