import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A wire between two programs that can be cut: every connection over it breaks, new ones are taken again at once. */
export async function layWire(toPort: number) {
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = createConnection(toPort, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = (): number => {
    const count = ends.size / 2;
    for (const end of ends) end.destroy();
    return Math.round(count);
  };
  return {
    port,
    cut,
    async destroy(): Promise<void> {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
