/** The people at other tables: a thread of their own times their moves, which is not late when hundreds of players of the tournament are. */
import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Mover } from '../../src/lab/person.ts';

export interface Beside {
  readonly url: string;
  readonly tables: number;
  readonly thinkingMs: number;
}

/** In milliseconds since 1970. */
export interface Move {
  readonly sentAt: number;
  readonly at: number;
}

const { url, tables, thinkingMs } = workerData as Beside;
const movers = await Promise.all(Array.from({ length: tables }, () => Mover.start(url, thinkingMs)));
const port = parentPort as MessagePort;
port.postMessage([]); // all have begun
await once(port, 'message');
await Promise.all(movers.map((mover) => mover.stop()));
const since = performance.timeOrigin;
const moves = movers.flatMap(({ accepted }) => accepted);
port.postMessage(moves.map(({ sentAt, at }): Move => ({ sentAt: since + sentAt, at: since + at })));
