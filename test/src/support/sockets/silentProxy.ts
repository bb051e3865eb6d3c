/** A proxy that can fall silent as a network without a cable does: no byte passes, and no connection closes. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export class SilentProxy {
  readonly url: string;
  private readonly stopListening: () => void;
  private readonly ends: Set<Socket>;
  private isSilent = false;

  private constructor(server: ReturnType<typeof createServer>, ends: Set<Socket>) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.stopListening = () => server.close();
    this.ends = ends;
  }

  static async before(target: string): Promise<SilentProxy> {
    const { hostname, port } = new URL(target);
    const ends = new Set<Socket>();
    const server = createServer((client) => {
      const onward = connect(Number(port), hostname);
      for (const [end, other] of [
        [client, onward],
        [onward, client],
      ] as const) {
        ends.add(end);
        end.on('data', (bytes) => other.write(bytes));
        end.on('error', () => {});
        end.on('close', () => other.destroy());
        if (proxy.isSilent) end.pause();
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new SilentProxy(server, ends);
    return proxy;
  }

  fallSilent(): void {
    this.isSilent = true;
    for (const end of this.ends) end.pause();
  }

  speakAgain(): void {
    this.isSilent = false;
    for (const end of this.ends) end.resume();
  }

  /** Ends all connections at once, as a router that starts again does. New ones pass. */
  cut(): void {
    for (const end of this.ends) end.destroy();
    this.ends.clear();
  }

  stop(): void {
    this.stopListening();
    this.cut();
  }
}
