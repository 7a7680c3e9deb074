import { connect } from 'node:net';

/** Sends bytes that no client library would send, ends as asked, and gives what came back until the connection was over. */
export function sendRaw(port: number, bytes: Buffer | string, ending?: 'reset' | 'half-close'): Promise<string> {
  return new Promise((resolve, reject) => {
    const answer: Buffer[] = [];
    const socket = connect(port, '127.0.0.1').setTimeout(50_000, () => {
      reject(new Error(`the connection is still open, after ${Buffer.concat(answer).toString().slice(0, 80)}`));
      socket.destroy();
    });
    socket.write(bytes, () => {
      if (ending === 'reset') socket.resetAndDestroy();
      if (ending === 'half-close') socket.end();
    });
    socket.on('data', (chunk) => answer.push(chunk));
    socket.on('error', () => {});
    socket.once('close', () => resolve(Buffer.concat(answer).toString()));
  });
}
