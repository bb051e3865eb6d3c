/** A thin adapter between a match and the connections that look at it. One class for every game. */
import { type Client, type ClientPrivate, ClientState, CloseCode, Room } from '@colyseus/core';
import type { Schema } from '@colyseus/schema';
import type { WebSocketClient } from '@colyseus/ws-transport';
import {
  type Action,
  type ActionName,
  type Answer,
  actions,
  MESSAGES,
  type Occupant,
  type Position,
  type TableJson,
} from '@flower-war/protocol';
import type { Match } from '../match/match.ts';
import type { Flush } from '../match/shown.ts';
import { isAction, isHousekeeping, packMessage, type Request, readRequest, rejected, sendAnswer } from './frames.ts';
import type { House } from './house.ts';
import { Pace } from './pace.ts';
import { project } from './project.ts';
import { sendSafely } from './sendSafely.ts';

/** Who a connection belongs to; decided by our HTTP routes, never by the client. */
export interface Visitor {
  readonly player: string;
  /** Absent for a spectator. */
  readonly seat?: number;
}

export interface RoomOptions {
  readonly match: string;
}

type SeatJson = TableJson<unknown>['seats'][number];
type Visiting = Client<{ auth: Visitor }> & ClientPrivate & WebSocketClient;

interface Joined {
  readonly late: NodeJS.Timeout;
  readonly pace: Pace;
}

/** A connection that never acknowledges the handshake would pile up messages. */
const ACKNOWLEDGE_WITHIN_MS = 10_000;

/** The longest that a timer can wait: a room has nothing to do by itself, and a thousand idle ones would each be woken. */
const NEVER_MS = 2 ** 31 - 1;

export class MatchRoom extends Room<{ state: Schema; client: Visiting }> {
  /** Set once, before the server listens: Colyseus makes rooms by itself and can hand them nothing. */
  static house: House;

  private match: Match | undefined;
  private table: Schema | undefined;
  /** What the table shows now. */
  private projected: object | undefined;
  private seated: { readonly occupants: Position['occupants']; readonly json: readonly SeatJson[] } | undefined;
  private unwatch: () => void = () => {};
  private readonly joined = new Map<Visiting, Joined>();

  override async onCreate({ match: id }: RoomOptions): Promise<void> {
    this.roomId = id;
    this.setTimestep(() => {}, NEVER_MS);
    this.patchRate = null;
    this.maxMessagesPerSecond = MatchRoom.house.config.MESSAGES_PER_SECOND;
    const match = await MatchRoom.house.matches.open(id);
    const hosted = match && MatchRoom.house.games.get(match.engine.id);
    if (match === undefined || hosted === undefined) throw new Error(`no match ${id} to open a room for`);
    this.match = match;
    this.table = new hosted.Table();
    this.project(match);
    this.state = this.table;
    this.unwatch = match.watch({ onFlush: (flush) => this.flush(match, flush), onLost: () => this.sendAway() });
  }

  /** What is thrown here would reach the client word for word. */
  override onJoin(client: Visiting): void {
    try {
      this.welcome(client);
    } catch (error) {
      MatchRoom.house.log.error({ err: error, match: this.roomId }, 'a connection could not be welcomed');
      client.ref.terminate();
    }
  }

  private welcome(client: Visiting): void {
    sendSafely(client);
    const late = setTimeout(() => client.state !== ClientState.JOINED && client.ref.terminate(), ACKNOWLEDGE_WITHIN_MS);
    this.joined.set(client, { late, pace: new Pace(MatchRoom.house.config.MESSAGES_PER_SECOND) });
    MatchRoom.house.metrics.connections.inc();
    if (this.match === undefined) return;
    const seat = seatOf(client);
    if (seat !== undefined) client.send(MESSAGES.private, this.match.privateOf(seat));
    this.showPresence(this.match);
  }

  override onLeave(client: Visiting): void {
    clearTimeout(this.joined.get(client)?.late);
    if (!this.joined.delete(client)) return;
    MatchRoom.house.metrics.connections.dec();
    if (this.match !== undefined) this.showPresence(this.match);
  }

  override async onDispose(): Promise<void> {
    this.unwatch();
    if (this.match !== undefined) await MatchRoom.house.matches.release(this.match.id);
  }

  /** Reports what is thrown anywhere in a room; without it one throw ends the process. */
  override onUncaughtException(error: Error, method: string): void {
    MatchRoom.house.log.error({ err: error, match: this.roomId, method }, 'a room failed');
  }

  /** Closes the connections of a player. Where somebody is still signed in, the client comes back by itself. */
  closeFor(player: string): void {
    for (const client of this.joined.keys())
      if (client.auth?.player === player) client.leave(CloseCode.MAY_TRY_RECONNECT);
  }

  /** Somebody has another name now, or none. */
  showNames(): void {
    if (this.match !== undefined) this.showPresence(this.match);
  }

  /** What this room shows is no longer true; its clients come back to a fresh one. */
  private sendAway(): void {
    this.disconnect(CloseCode.MAY_TRY_RECONNECT).catch((error: Error) => this.onUncaughtException(error, 'sendAway'));
  }

  /** Every frame that is not about the connection itself. */
  async receive(client: Visiting, frame: Buffer): Promise<void> {
    const pace = this.joined.get(client)?.pace.next(MatchRoom.house.now());
    if (pace === undefined || pace === 'flood') return client.ref.terminate();
    const request = readRequest(frame);
    if (request === undefined) return;
    const answer = pace === 'fine' ? await this.answer(client, request) : rejected('too-many');
    MatchRoom.house.metrics.countAnswer(answer.kind, answer.kind === 'rejected' ? answer.code : '');
    if (this.joined.has(client) && client.state !== ClientState.LEAVING) sendAnswer(client, request.requestId, answer);
  }

  private async answer(client: Visiting, { name, payload }: Request): Promise<Answer> {
    if (!isAction(name)) return rejected('unknown-action');
    const parsed = actions[name].safeParse(payload);
    if (!parsed.success) return rejected('bad-request', parsed.error.issues[0]?.path.join('.') || 'payload');
    const seat = seatOf(client);
    if (seat === undefined || this.match === undefined) return rejected('not-seated');
    try {
      return await this.perform(name, parsed.data, { match: this.match, seat });
    } catch (error) {
      MatchRoom.house.log.error({ err: error, match: this.roomId, action: name }, 'an action failed');
      return rejected('internal');
    }
  }

  private perform(
    name: ActionName,
    payload: unknown,
    { match, seat }: { match: Match; seat: number },
  ): Promise<Answer> {
    const now = MatchRoom.house.now();
    switch (name) {
      case 'act':
        return match.act(seat, payload as Action<'act'>, now);
      case 'resign':
        return match.resign(seat, payload as Action<'resign'>, now);
      case 'asks':
        return match.asks(seat, payload as Action<'asks'>, now);
    }
  }

  /** Shows an entry: to each seat what it alone may know, then to all what is public, then what happened. */
  private flush(match: Match, { public: isPublic, publicEvents, seats }: Flush): void {
    const own = (client: Visiting) => seats.get(seatOf(client) ?? -1);
    for (const client of this.clients) {
      const told = own(client)?.private;
      if (told !== undefined) client.send(MESSAGES.private, told);
    }
    if (isPublic) {
      this.project(match);
      this.broadcastPatch();
    }
    const packed = publicEvents.length > 0 ? packMessage(MESSAGES.events, publicEvents) : undefined;
    for (const client of this.clients) {
      const events = own(client)?.events;
      if (events !== undefined) client.send(MESSAGES.events, events);
      else if (packed !== undefined) client.enqueueRaw(packed);
    }
  }

  private project(match: Match): void {
    if (this.table === undefined) return;
    const { status, result, occupants, view = {} } = match.table;
    const table = { status, step: match.publicStep, seats: this.seatsOf(occupants, match.position), view };
    const next: Partial<TableJson<unknown>> = result === undefined ? table : { ...table, result };
    project(this.table, next, this.projected);
    this.projected = next;
  }

  /** Who sits where and whether they are there: looked up when people come and go, not with every move. */
  private seatsOf(occupants: Position['occupants'], { created }: Position): readonly SeatJson[] {
    if (this.seated?.occupants !== occupants) {
      const here = new Set([...this.joined.keys()].map(seatOf));
      const bySeat = Array.from({ length: created.seats }, (_, seat) => occupants.get(seat));
      this.seated = { occupants, json: seatsJson(bySeat, here) };
    }
    return this.seated.json;
  }

  private showPresence(match: Match): void {
    this.seated = undefined;
    this.project(match);
    this.broadcastPatch();
  }
}

function seatsJson(bySeat: readonly (Occupant | undefined)[], here: ReadonlySet<number | undefined>): SeatJson[] {
  const players = bySeat.map((occupant) => (occupant?.kind === 'player' ? occupant.player : undefined));
  const names = MatchRoom.house.people.namesOf(players);
  return bySeat.map((occupant, seat) => {
    if (occupant === undefined) return { kind: 'free', name: '', present: false };
    if (occupant.kind === 'bot') return { kind: 'bot', name: occupant.bot, present: true };
    return { kind: 'player', name: names[seat] ?? '', present: here.has(seat) };
  });
}

function seatOf({ auth }: Visiting): number | undefined {
  return auth?.seat;
}

/**
 * Every frame goes through our own door. The method is private to Colyseus, so this is the one place that leans on its
 * inside; the versions are pinned, and the test of hostile frames fails if it stops being called.
 */
const housekeep = Room.prototype['_onMessage'] as (this: Room, client: Client, frame: Buffer) => void;
Object.defineProperty(MatchRoom.prototype, '_onMessage', {
  value(this: MatchRoom, client: Visiting, frame: Buffer) {
    if (!Buffer.isBuffer(frame) || frame.length === 0) return;
    if (isHousekeeping(frame)) {
      this.clock.tick(); // no timer does, and these frames are counted by the second
      housekeep.call(this, client, frame);
    } else this.receive(client, frame).catch((error: Error) => this.onUncaughtException(error, 'receive'));
  },
});
