import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface MuteSockets {
  readonly url: string;
  /** The sockets that wait for an answer. */
  readonly sockets: readonly Socket[];
  stop(): void;
}

/** A proxy that forwards HTTP but never answers upgrade requests. Both may come over one connection. */
export async function muteSockets(target: string): Promise<MuteSockets> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const { hostname, port } = new URL(target);
    const onward = connect(Number(port), hostname);
    for (const end of [socket, onward]) end.on('error', () => {});
    onward.pipe(socket, { end: false }); // the end of an idle server connection must not end a hanging socket
    socket.on('data', (chunk) => {
      if (/^upgrade: websocket/im.test(chunk.toString())) sockets.push(socket);
      else onward.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, stop: () => server.close() };
}
