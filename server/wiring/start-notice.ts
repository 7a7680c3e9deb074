import path from 'node:path';
import type { SpeechEngineState } from '#shared/transcript.ts';
import type { Config } from '../config/config.ts';

/** As pino counts them. */
const errorLevel = 50;

type Place = Pick<Config, 'appUrl' | 'dataDir' | 'smtpUrl'>;

function describeModels({ description, problem }: SpeechEngineState): string {
  if (description === null) return `none answers${problem ? `: ${problem}` : ''} (npm run models -- doctor)`;
  if (description.isStarter) return 'small trial models answer: expect mistakes. The full ones: docs/model-setup.md';
  return `${description.recogniser} and ${description.translator} answer`;
}

export function writeStartNotice({ appUrl, dataDir, smtpUrl }: Place, engine: SpeechEngineState): string {
  const folder = path.resolve(dataDir, 'outbox');
  const near = path.relative('.', folder);
  const outbox = near.startsWith('..') ? folder : near;
  const lines = [
    `Open     ${appUrl.href}`,
    `Sign in  ${smtpUrl ? 'by the link that is mailed' : `the link of each mail is printed here; mails are kept in ${outbox}`}`,
    `Models   ${describeModels(engine)}`,
    'Stop     Ctrl-C',
  ];
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

/** Where a person runs it at a terminal a warning is a line to read; errors stay whole, with what lies behind them. */
export const terminalLog = {
  write(line: string): void {
    const { level, event, problem = event } = JSON.parse(line) as { level: number; event?: string; problem?: string };
    const isError = level >= errorLevel || problem === undefined;
    process.stdout.write(isError ? line : `  Note     ${problem}\n`);
  },
};

export function explainListening(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken; try PORT=${port + 1} npm start`;
  if (error.code === 'EACCES') return `Port ${port} is not ours to open; try PORT=3000 npm start`;
  return error.message;
}
