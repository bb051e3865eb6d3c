/** Leaks in the plain door alone: no frame of a socket shows them. They patch the rooms, which no package exports. */
import { matchMaker } from '@colyseus/core';
import type { Seat } from '@flower-war/rules';
import type { Lucky } from '../lucky.ts';
import type { Table } from '../table.ts';
import { differsIn, FLOWER_WAR, handsOfOthers, hasSecrets, type Leak, type Ring, SPACE_AZTECS } from './leak.ts';
import { replaced } from './replaced.ts';

interface RoomInside {
  readonly readers: object;
  readonly source: { readonly position: { readonly state: Lucky }; readonly engine: EngineInside };
}

interface EngineInside {
  toMove(state: Lucky): readonly Seat[];
}

interface ReadersInside {
  tell(line: { readonly kind: 'heartbeat' }): void;
}

interface SightedInside {
  readonly view: object;
}

interface FrameInside {
  readonly entry: { readonly seq: number };
  readonly position: { readonly state?: Lucky };
}

type ShowStep = (this: ReadersInside, flush: { readonly public: boolean }) => void;
type OwnOf = (this: RoomInside, seat: number) => object;
type SightAt = (this: RoomInside, frame: FrameInside, seat: Seat | undefined) => SightedInside;

function roomOf({ summary }: Table): RoomInside {
  const room = matchMaker.getLocalRoomById(summary.match);
  if (room === undefined) throw new Error('the match has no room');
  return room as unknown as RoomInside;
}

const cardOf = (state: Lucky | undefined, seat: Seat | undefined) =>
  state === undefined ? '' : handsOfOthers(state.table as Ring, seat ?? 'spectator')[0];

export const STREAM_LEAKS: readonly Leak[] = [
  {
    name: 'a line of the streams for a secret entry',
    edition: SPACE_AZTECS,
    patch: (table) =>
      replaced<ShowStep>(
        roomOf(table).readers,
        'showStep',
        (real) =>
          function showStep(flush) {
            real.call(this, flush);
            if (!flush.public) this.tell({ kind: 'heartbeat' });
          },
      ),
    wants: hasSecrets,
  },
  {
    name: 'whether the match waits for an odd number of seats',
    edition: SPACE_AZTECS,
    patch: (table) =>
      replaced<OwnOf>(
        roomOf(table),
        'ownOf',
        (real) =>
          function ownOf(seat) {
            const { position, engine } = this.source;
            return { ...real.call(this, seat), isAwaited: engine.toMove(position.state).length % 2 === 1 };
          },
      ),
    wants: hasSecrets,
  },
  {
    name: 'a card of another hand in the steps that a reader missed',
    edition: FLOWER_WAR,
    patch: (table) =>
      replaced<SightAt>(
        roomOf(table),
        'sightAt',
        (real) =>
          function sightAt(frame, seat) {
            const sighted = real.call(this, frame, seat);
            const card = `${frame.entry.seq} ${cardOf(frame.position.state, seat)}`;
            return { ...sighted, view: { ...sighted.view, card } };
          },
      ),
    wants: differsIn((state: Ring, viewer) => handsOfOthers(state, viewer)[0]),
  },
];
