/** A bad line to a server: it breaks each connection after some bytes, and lets every other one live longer. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface BadLine {
  readonly url: string;
  /** How many connections were broken. */
  cuts(): number;
  close(): void;
}

/** `lengths`: after how many bytes from the server to break a connection, one after the other and then again. */
export async function badLine(target: string, lengths: readonly number[]): Promise<BadLine> {
  const { port } = new URL(target);
  const open = new Set<Socket>();
  let [count, cuts] = [0, 0];
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    let left = lengths[count++ % lengths.length] ?? 0;
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (chunk) => {
      left -= chunk.length;
      near.write(chunk);
      if (left > 0) return;
      cuts++;
      near.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cuts: () => cuts, close: stop };
}
