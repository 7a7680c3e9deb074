import { readConfig } from '../config.ts';
import { adminUsage } from './commands.ts';
import { type AdminAnswer, askServer } from './socket.ts';

/** Opens the database itself, for as long as one command takes; only when no server holds it. */
async function answerAlone(command: string[]): Promise<AdminAnswer | undefined> {
  // Loaded only here: asking a running server needs none of it.
  const [{ createApp }, { createUnreadyEngine }] = await Promise.all([
    import('../app.ts'),
    import('#speech/engine.ts'),
  ]);
  // A process that only answers: it must not take up work that it has no engine for.
  const config = { ...readConfig(process.env), role: 'web' } as const;
  const app = await createApp(config, { createEngine: () => createUnreadyEngine(1), logger: { level: 'error' } });
  try {
    return await askServer(config.dataDir, command);
  } finally {
    await app.close();
  }
}

const command = process.argv.slice(2);
if (command.length === 0) {
  console.log(adminUsage);
  process.exit(1);
}
const { dataDir } = readConfig(process.env);
const answer = (await askServer(dataDir, command)) ?? (await answerAlone(command));
console.log(answer?.text ?? 'No answer.');
process.exit(answer?.isOk ? 0 : 1);
