/** The seats of a live match: who may stay, whose players are there, what only a seat is told, and what its player asks for. */
import {
  type ActionName,
  type Answer,
  MESSAGES,
  NOTHING_TOLD,
  type Private,
  privateMessage,
  refusal,
  type Told,
  toldAfter,
} from '@flower-war/protocol';
import { movesIn } from '../../features/table/hosting.ts';
import type { Visitor } from '../../features/table/presence.ts';
import type { Match } from '../../match/match.ts';
import type { Flush, Own } from '../../match/record/viewerProgress.ts';
import { packMessage, rejected } from './frames.ts';
import type { Services } from '../services.ts';
import { type Going, isHere, seatOf, type Viewer, type Visiting } from './connections.ts';
import type { GuardedRoom } from './guardedRoom.ts';
import { Reader } from './readers.ts';
import type { TalkAction } from './roomTalk.ts';

/** All actions but talk, which needs no seat. */
export type PlayerAction = Exclude<ActionName, TalkAction>;

interface Around {
  readonly room: Pick<GuardedRoom, 'connections' | 'onUncaughtException'>;
  readonly services: Pick<Services, 'notices' | 'now'>;
}

export class Sitters {
  private readonly match: Match;
  private readonly around: Around;
  private readonly messages = new SeatMessages();
  /** Connections that count as a player's presence at the table. */
  private readonly present = new Set<Viewer>();
  /** Connections that asked what their legal moves do. */
  private readonly explaining = new Set<Visiting>();
  /** The occupants at the last check of who may stay. */
  private occupants: Match['position']['occupants'] | undefined;

  constructor(match: Match, around: Around) {
    this.match = match;
    this.around = around;
  }

  // Who comes and goes.

  /** A player may stay while holding the seat. A spectator may stay unless only seated players see the match live. */
  mayStay(visitor: Visitor | undefined): boolean {
    if (visitor === undefined) return true;
    const held = this.match.seatOf(visitor.player);
    if (visitor.seat !== undefined) return held === visitor.seat;
    return this.match.position.created.table.watching !== 'delayed' || held !== undefined;
  }

  /** A viewer has come or is heard again. */
  came(viewer: Viewer): void {
    const { auth } = viewer;
    if (auth === undefined) return;
    const { services, room } = this.around;
    services.notices.isBack(auth.player, this.match.id);
    if (auth.seat === undefined) return;
    this.present.add(viewer);
    this.match.arrive(auth.seat, services.now()).catch((error: Error) => room.onUncaughtException(error, 'arrive'));
  }

  /** A viewer has left or has fallen silent. A player whose connection was lost may not have seen the question that is open. */
  went(viewer: Viewer, how: Going): void {
    if (!(viewer instanceof Reader)) this.explaining.delete(viewer);
    const { player, seat } = viewer.auth ?? {};
    if (player === undefined || seat === undefined || !this.present.delete(viewer)) return;
    const { notices, now } = this.around.services;
    this.match.depart(seat, now());
    if (how === 'left' || this.here().has(seat) || this.match.privateOf(seat).decision === undefined) return;
    const { id: match, position } = this.match;
    notices.mayHaveMissed(player, { at: now(), match, game: position.created.game, seat });
  }

  /** The seats whose players are connected. */
  here(): ReadonlySet<number | undefined> {
    return new Set(this.around.room.connections.viewers.filter(isHere).map(seatOf));
  }

  /** A player who gave up a seat must not see what the seat's next player is shown. */
  sendAwayUnseated(): void {
    const { occupants } = this.match.position;
    if (this.occupants === occupants) return;
    this.occupants = occupants;
    this.around.room.connections.sendAway(refusal('not-seated'), ({ auth }) => !this.mayStay(auth));
  }

  // What only a seat is told.

  /** What only this seat may know. */
  ownOf(seat: number): Own {
    return this.match.ownOf(seat);
  }

  /** The whole private part, for a new connection. */
  greet(client: Visiting): void {
    const seat = seatOf(client);
    if (seat !== undefined) client.enqueueRaw(this.messages.whole(this.match.privateOf(seat)));
  }

  /** What an entry changes for each seat. */
  tell({ seats }: Flush): void {
    for (const [seat, { private: told }] of seats) {
      const packed = this.messages.next(told);
      for (const client of this.around.room.connections.sockets) if (seatOf(client) === seat) client.enqueueRaw(packed);
    }
  }

  /** The questions of an entry, for connections that want them explained. */
  explain({ seats }: Flush): void {
    if (this.explaining.size === 0) return;
    for (const [seat, { private: told }] of seats) if (told.decision !== undefined) this.explainTo(seat);
  }

  private explainTo(seat: number): void {
    const asking = [...this.explaining].filter(({ auth }) => auth?.seat === seat && this.mayStay(auth));
    if (asking.length === 0) return;
    const packed = packMessage(MESSAGES.explained, movesIn(this.match, seat));
    for (const client of asking) client.enqueueRaw(packed);
  }

  // What a player asks for.

  /** From now on, this connection is told what its legal moves do. */
  async explainFromNow(client: Visiting): Promise<Answer> {
    const { match } = this;
    const seat = seatOf(client);
    if (seat === undefined || !this.mayStay(client.auth)) return rejected('not-seated');
    this.explaining.add(client);
    const own = match.privateOf(seat);
    if (own.decision !== undefined) client.send(MESSAGES.explained, movesIn(match, seat));
    return { kind: 'accepted', step: own.step };
  }

  async perform(name: PlayerAction, payload: unknown, visitor: Visitor): Promise<Answer> {
    const { match } = this;
    const { seat } = visitor;
    if (seat === undefined || !this.mayStay(visitor)) return rejected('not-seated');
    // Every player action has a method of the same name in the match.
    const command: (seat: number, payload: never, at: number) => Promise<Answer> = match[name];
    return command.call(match, seat, payload as never, this.around.services.now());
  }
}

/** Packs what each seat is told. All connections of a seat were told the same, so one message serves them all. */
export class SeatMessages {
  private readonly told = new Map<number, Told>();

  /** What has changed for a seat since its connections were told last. */
  next(now: Private): Uint8Array {
    const was = this.told.get(now.seat) ?? NOTHING_TOLD;
    this.told.set(now.seat, toldAfter(was, now));
    return packMessage(MESSAGES.private, privateMessage(was, now));
  }

  /** The whole part, for a new connection. It also brings the list of moves from which the next message will differ. */
  whole(now: Private): Uint8Array {
    const told = toldAfter(this.told.get(now.seat) ?? NOTHING_TOLD, now);
    if (!this.told.has(now.seat)) this.told.set(now.seat, told);
    return packMessage(MESSAGES.private, privateMessage(NOTHING_TOLD, now, told));
  }
}
