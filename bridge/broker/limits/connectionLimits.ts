/** Who may stay connected. A stranger takes the place of a stranger, and never that of a device that is known. */
import type { Socket } from 'node:net';
import { FairShares, whoseAt } from '@flower-war/protocol/hosting';

export interface MostConnections {
  /** For those who have not said who they are. */
  readonly strangers: number;
  /** For those who have. */
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

  /** A stranger comes. An honest one says at once who it is, so that of one address the oldest gives way. */
  add(socket: Socket): void {
    this.met += 1;
    this.cut(this.strangers.take(socket, whoseAt(socket.remoteAddress ?? '', String(this.met))));
    socket.once('close', () => {
      this.strangers.release(socket);
      this.known.release(socket);
    });
  }

  /** The stranger is known from now on. */
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
