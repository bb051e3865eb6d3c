/**
 * Leaks in the server: in answers, in what viewers are shown, and in the plain door alone. They patch classes, which no package exports.
 */
import { matchMaker } from '@colyseus/core';
import type { Answer, Private } from '@flower-war/protocol';
import type { Seat } from '@flower-war/rules';
import { FRAME } from '../../../support/sockets/rawClient.ts';
import type { Lucky } from '../lucky.ts';
import type { Table } from '../table.ts';
import {
  all,
  differsIn,
  FLOWER_WAR,
  handsOfOthers,
  hasOddWindow,
  hasSecrets,
  isOdd,
  isSeat,
  type Leak,
  MEXICA,
  type Ring,
  replaced,
  SPACE_AZTECS,
} from './leak.ts';

interface MatchInside {
  readonly position: { readonly state: Lucky };
  readonly length: number;
  readonly writer: { readonly shown: ShownInside };
}

type Act = (this: MatchInside, seat: number, action: readonly unknown[], at: number) => Promise<Answer>;

/** Changes the answer to an action. */
const answering =
  (otherwise: (answer: Answer, match: MatchInside, seat: number) => Answer) =>
  ({ inside }: Table): (() => void) =>
    replaced<Act>(
      inside,
      'act',
      (real) =>
        async function act(seat, action, at) {
          return otherwise(await real.call(this, seat, action, at), this, seat);
        },
    );

const secretOf = ({ position }: MatchInside, seat: number) => handsOfOthers(position.state.table as Ring, seat as Seat);
const isOddStart = differsIn((state: Ring, viewer) => isOdd(handsOfOthers(state, viewer)));

export const ANSWER_LEAKS: readonly Leak[] = [
  {
    name: 'a message that counts what is secret',
    edition: MEXICA,
    patch: answering((answer, match, seat) =>
      answer.kind === 'rejected' ? { ...answer, message: `${answer.message} ${secretOf(match, seat)[0]}` } : answer,
    ),
    wants: all(
      isSeat,
      differsIn((state: Ring, viewer) => handsOfOthers(state, viewer)[0]),
    ),
  },
  {
    name: 'stale for some hands of others, illegal for the rest',
    edition: FLOWER_WAR,
    patch: answering((answer, match, seat) =>
      answer.kind === 'rejected' && answer.code === 'stale-decision' && isOdd(secretOf(match, seat))
        ? { ...answer, code: 'illegal-move' }
        : answer,
    ),
    wants: all(isSeat, isOddStart),
  },
  {
    name: 'a step that counts the entries of the record',
    edition: SPACE_AZTECS,
    patch: answering((answer, { length }) => (answer.kind === 'accepted' ? { ...answer, step: length } : answer)),
    wants: all(isSeat, hasSecrets),
  },
];

interface SeatInside {
  decision: number;
  legal: readonly string[];
}

interface ShownInside {
  step: number;
  seats: readonly SeatInside[];
  privateOf(seat: number): Private;
}

interface FlushInside {
  public: boolean;
  publicEvents: readonly object[];
  seats: Map<number, object>;
}

interface NextInside {
  readonly shown: ShownInside;
  readonly flush: FlushInside;
}

interface Happened {
  readonly position: { readonly state?: Lucky };
}

type Next = (this: ShownInside, happened: Happened) => NextInside;

/** Changes how an entry that is not public is shown. */
const showing =
  (otherwise: (next: NextInside, happened: Happened) => void) =>
  ({ inside }: Table): (() => void) =>
    replaced<Next>(
      (inside as MatchInside).writer.shown,
      'next',
      (real) =>
        function next(happened) {
          const outcome = real.call(this, happened);
          if (!outcome.flush.public) otherwise(outcome, happened);
          return outcome;
        },
    );

type Flush = (
  this: { clients: Iterable<{ enqueueRaw(bytes: Uint8Array): void }> },
  match: unknown,
  flush: FlushInside,
) => void;

function roomOf<Room>({ summary }: Table): Room {
  const room = matchMaker.getLocalRoomById(summary.match);
  if (room === undefined) throw new Error('the match has no room');
  return room as unknown as Room;
}

function patchingRooms(table: Table): () => void {
  return replaced<Flush>(
    roomOf<object>(table),
    'flush',
    (real) =>
      function flush(match, flushed) {
        real.call(this, match, flushed);
        if (!flushed.public) for (const client of this.clients) client.enqueueRaw(Uint8Array.of(FRAME.patch));
      },
  );
}

const ringIn = (state: Lucky | undefined): Ring | undefined => state?.table;

/** The rules alone cannot leak this: the server tells nothing of a window, whichever events they return. */
export const WINDOW_LEAKS: readonly Leak[] = [
  {
    name: 'what was done while a window is open',
    edition: MEXICA,
    patch: showing(({ flush }, { position: { state } }) => {
      flush.publicEvents = ringIn(state)?.hidden?.events ?? [];
    }),
    wants: hasOddWindow,
  },
];

export const SHOWN_LEAKS: readonly Leak[] = [
  {
    name: 'the step moves with a secret entry',
    edition: SPACE_AZTECS,
    patch: showing(({ shown }) => {
      shown.step++;
    }),
    wants: hasSecrets,
  },
  {
    name: 'the decision counts what others are asked',
    edition: MEXICA,
    patch: showing(({ shown }) => {
      shown.seats = shown.seats.map((seat) => ({ ...seat, decision: seat.decision + 1 }));
    }),
    wants: all(isSeat, hasOddWindow),
  },
  {
    name: 'an empty patch for a secret entry',
    edition: SPACE_AZTECS,
    patch: patchingRooms,
    wants: hasSecrets,
  },
  {
    name: 'the private part of another seat',
    edition: SPACE_AZTECS,
    patch: showing(({ shown, flush }) => {
      const [own] = flush.seats.values();
      for (const seat of shown.seats.keys())
        if (own !== undefined && !flush.seats.has(seat)) flush.seats.set(seat, own);
    }),
    wants: all(isSeat, hasSecrets),
  },
  {
    name: 'the legal moves of another seat',
    edition: FLOWER_WAR,
    patch: ({ inside }) =>
      replaced<(this: ShownInside, seat: number) => Private>(
        (inside as MatchInside).writer.shown,
        'privateOf',
        (real) =>
          function privateOf(seat) {
            const others = this.seats.flatMap(({ legal }, other) => (other === seat ? [] : legal));
            // A list without a decision would not be sent at all.
            return { ...real.call(this, seat), decision: 1, legal: others };
          },
      ),
    wants: isSeat,
  },
];

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

const cardOf = (state: Lucky | undefined, seat: Seat | undefined) =>
  state === undefined ? '' : handsOfOthers(state.table as Ring, seat ?? 'spectator')[0];

export const STREAM_LEAKS: readonly Leak[] = [
  {
    name: 'a line of the streams for a secret entry',
    edition: SPACE_AZTECS,
    patch: (table) =>
      replaced<ShowStep>(
        roomOf<RoomInside>(table).readers,
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
        roomOf<RoomInside>(table),
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
        roomOf<RoomInside>(table),
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
