import { connect, type Socket } from 'node:net';

export type Ending = 'reset' | 'half-close' | 'stay';

/** Bytes on a bare connection, for requests that no client library would send. */
export type RawRequest = { port: number; bytes: Buffer | string; ending: Ending };

const giveUpAfterMilliseconds = 50_000;

/** Sends the bytes, ends as asked, and gives what came back until the connection was over. */
export function sendRaw({ port, bytes, ending }: RawRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket: Socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, () => {
        if (ending === 'reset') socket.resetAndDestroy();
        if (ending === 'half-close') socket.end();
      });
    });
    socket.setEncoding('utf8');
    socket.setTimeout(giveUpAfterMilliseconds, () => {
      reject(new Error(`the connection is still open, after ${answer.slice(0, 80)}`));
      socket.destroy();
    });
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(answer));
  });
}
