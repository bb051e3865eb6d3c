/** Limits the connections. A new stranger may end the connection of another stranger, never that of a known client. */
import type { Socket } from 'node:net';
import { FairShares, whoseAt } from '@flower-war/protocol/hosting';

export interface MostConnections {
  /** For strangers: clients that have not logged in. */
  readonly strangers: number;
  /** For known clients: those that have logged in. */
  readonly connections: number;
}

export class ConnectionLimits {
  private readonly strangers: FairShares<Socket>;
  private readonly known: FairShares<Socket>;
  private readonly onCut: () => void;
  private met = 0;

  constructor({ strangers, connections }: MostConnections, onCut: () => void) {
    this.strangers = new FairShares(strangers);
    this.known = new FairShares(connections);
    this.onCut = onCut;
  }

  /** Takes a stranger. Honest clients log in at once, so that the oldest stranger of an address gives way. */
  add(socket: Socket): void {
    this.met += 1;
    this.cut(this.strangers.take(socket, whoseAt(socket.remoteAddress ?? '', String(this.met))));
    socket.once('close', () => {
      this.strangers.release(socket);
      this.known.release(socket);
    });
  }

  /** The stranger has logged in. */
  nowKnown(socket: Socket, account: string): void {
    this.strangers.release(socket);
    this.met += 1;
    this.cut(this.known.take(socket, [account, String(this.met)]));
  }

  private cut(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.onCut();
    socket.destroy();
  }
}
