/** A room in which people look at a match: who is connected, what they ask, what they are shown. For every game. */
import { type Client, type ClientPrivate, ClientState, CloseCode, Room } from '@colyseus/core';
import type { Schema } from '@colyseus/schema';
import type { WebSocketClient } from '@colyseus/ws-transport';
import { type ActionName, type Answer, actions, MESSAGES, type Position } from '@flower-war/protocol';
import type { Hosted } from '../hosted.ts';
import type { Watcher } from '../match/match.ts';
import type { Flush } from '../match/shown.ts';
import { isTalk, RoomTalk, type TalkAction } from '../talk/roomTalk.ts';
import { isAction, isHousekeeping, packMessage, type Request, readRequest, rejected, sendAnswer } from './frames.ts';
import type { House } from './house.ts';
import { Pace } from './pace.ts';
import { sendSafely } from './sendSafely.ts';
import { playersIn, type Sight, TableView } from './tableView.ts';

/** Who a connection belongs to; decided by our HTTP routes, never by the client. */
export interface Visitor {
  readonly player: string;
  /** Absent for a spectator. */
  readonly seat?: number;
}

export interface RoomOptions {
  readonly match: string;
}

export const MATCH_ROOM = 'match';
export const WATCH_ROOM = 'watch';

/** What a room of this kind is called for this match. */
export function roomIdOf(kind: string, match: string): string {
  return kind === WATCH_ROOM ? `${match}-watch` : match;
}

/** What is looked at: a match, or one that is told some time later. */
export interface Source extends Sight {
  readonly position: Pick<Position, 'created'>;
  watch(watcher: Watcher): () => void;
}

export type Visiting = Client<{ auth: Visitor }> & ClientPrivate & WebSocketClient;

/** Everything but talk, which needs no seat. */
export type PlayerAction = Exclude<ActionName, TalkAction>;

interface Joined {
  readonly late: NodeJS.Timeout;
  readonly pace: Pace;
}

/** A connection that never acknowledges the handshake would pile up messages. */
const ACKNOWLEDGE_WITHIN_MS = 10_000;

/** The longest that a timer can wait: a room has nothing to do by itself, and a thousand idle ones would each be woken. */
const NEVER_MS = 2 ** 31 - 1;

export abstract class TableRoom<S extends Source = Source> extends Room<{ state: Schema; client: Visiting }> {
  /** Set once, before the server listens: Colyseus makes rooms by itself and can hand them nothing. */
  static house: House;

  /** The match that is looked at; the room may have a name of its own. */
  matchId = '';
  protected source: S | undefined;
  protected readonly joined = new Map<Visiting, Joined>();
  private view: TableView | undefined;
  private talk: RoomTalk | undefined;
  private unwatch: () => void = () => {};

  override async onCreate({ match: id }: RoomOptions): Promise<void> {
    this.matchId = id;
    this.roomId = roomIdOf(this.roomName, id);
    this.setTimestep(() => {}, NEVER_MS);
    this.patchRate = null;
    this.maxMessagesPerSecond = TableRoom.house.config.MESSAGES_PER_SECOND;
    const source = await this.open(id);
    const hosted = source && TableRoom.house.games.get(source.position.created.game);
    if (source === undefined || hosted === undefined) throw new Error(`no match ${id} to open a room for`);
    this.source = source;
    this.view = this.viewOf(source, hosted);
    this.view.show(source);
    this.state = this.view.schema;
    this.talk = this.talkAt(source);
    this.unwatch = source.watch({ onFlush: (flush) => this.flush(source, flush), onLost: () => this.sendAway() });
  }

  /** Nothing if there is no such match. */
  protected abstract open(match: string): Promise<S | undefined>;

  /** Does what only a player can ask. */
  protected abstract perform(name: PlayerAction, payload: unknown, visitor: Visitor): Promise<Answer>;

  /** The seats whose players are there. */
  protected abstract seatsPresent(): ReadonlySet<number | undefined>;

  /** What is thrown here would reach the client word for word. */
  override onJoin(client: Visiting): void {
    try {
      this.welcome(client);
    } catch (error) {
      TableRoom.house.log.error({ err: error, match: this.matchId }, 'a connection could not be welcomed');
      client.ref.terminate();
    }
  }

  private welcome(client: Visiting): void {
    sendSafely(client);
    const late = setTimeout(() => client.state !== ClientState.JOINED && client.ref.terminate(), ACKNOWLEDGE_WITHIN_MS);
    this.joined.set(client, { late, pace: new Pace(TableRoom.house.config.MESSAGES_PER_SECOND) });
    TableRoom.house.metrics.connections.inc();
    this.greet(client);
    this.showPresence();
  }

  /** What this one is told beside the table. */
  protected greet(client: Visiting): void {
    this.talk?.greet(client);
  }

  override onLeave(client: Visiting): void {
    clearTimeout(this.joined.get(client)?.late);
    if (!this.joined.delete(client)) return;
    TableRoom.house.metrics.connections.dec();
    this.goodbye(client);
    this.showPresence();
  }

  /** What there is to do when somebody has gone. */
  protected goodbye(_client: Visiting): void {}

  override async onDispose(): Promise<void> {
    this.unwatch();
    this.talk?.stop();
    if (this.source !== undefined) await TableRoom.house.matches.release(this.matchId);
  }

  /** Reports what is thrown anywhere in a room; without it one throw ends the process. */
  override onUncaughtException(error: Error, method: string): void {
    TableRoom.house.log.error({ err: error, match: this.matchId, method }, 'a room failed');
  }

  /** Closes the connections of a player. Where somebody is still signed in, the client comes back by itself. */
  closeFor(player: string): void {
    for (const client of this.joined.keys())
      if (client.auth?.player === player) client.leave(CloseCode.MAY_TRY_RECONNECT);
  }

  isConnected(player: string): boolean {
    return [...this.joined.keys()].some(({ auth }) => auth?.player === player);
  }

  /** Somebody came, went, or has another name now, or none. */
  showPresence(): void {
    if (this.source === undefined) return;
    this.view?.lookAgain();
    this.view?.show(this.source);
    this.broadcastPatch();
  }

  /** What this room shows is no longer true; its clients come back to a fresh one. */
  private sendAway(): void {
    this.disconnect(CloseCode.MAY_TRY_RECONNECT).catch((error: Error) => this.onUncaughtException(error, 'sendAway'));
  }

  /** Every frame that is not about the connection itself. */
  async receive(client: Visiting, frame: Buffer): Promise<void> {
    const pace = this.joined.get(client)?.pace.next(TableRoom.house.now());
    if (pace === undefined || pace === 'flood') return client.ref.terminate();
    const request = readRequest(frame);
    if (request === undefined) return;
    const answer = pace === 'fine' ? await this.answer(client, request) : rejected('too-many');
    TableRoom.house.metrics.countAnswer(answer.kind, answer.kind === 'rejected' ? answer.code : '');
    if (this.joined.has(client) && client.state !== ClientState.LEAVING) sendAnswer(client, request.requestId, answer);
  }

  private async answer(client: Visiting, { name, payload }: Request): Promise<Answer> {
    if (!isAction(name)) return rejected('unknown-action');
    const parsed = actions[name].safeParse(payload);
    if (!parsed.success) return rejected('bad-request', parsed.error.issues[0]?.path.join('.') || 'payload');
    try {
      if (isTalk(name)) return this.talk?.answer(client, name, parsed.data) ?? { kind: 'retry' };
      return client.auth === undefined ? rejected('not-seated') : await this.perform(name, parsed.data, client.auth);
    } catch (error) {
      TableRoom.house.log.error({ err: error, match: this.matchId, action: name }, 'an action failed');
      return rejected('internal');
    }
  }

  /** Shows an entry: to each seat what it alone may know, then to all what is public, then what happened. */
  protected flush(source: S, { public: isPublic, publicEvents, seats }: Flush): void {
    const own = (client: Visiting) => seats.get(seatOf(client) ?? -1);
    for (const client of this.clients) {
      const told = own(client)?.private;
      if (told !== undefined) client.send(MESSAGES.private, told);
    }
    if (isPublic) {
      this.view?.show(source);
      this.broadcastPatch();
    }
    const packed = publicEvents.length > 0 ? packMessage(MESSAGES.events, publicEvents) : undefined;
    for (const client of this.clients) {
      const events = own(client)?.events;
      if (events !== undefined) client.send(MESSAGES.events, events);
      else if (packed !== undefined) client.enqueueRaw(packed);
    }
  }

  /** How many seconds later than the players these people see the match. */
  protected behindIn(_source: S): number {
    return 0;
  }

  private viewOf(source: S, { Table }: Hosted): TableView {
    const { people } = TableRoom.house;
    const seatsPresent = () => this.seatsPresent();
    const { seats } = source.position.created;
    return new TableView(Table, { seats, people, seatsPresent, behind: this.behindIn(source) });
  }

  private talkAt(source: S): RoomTalk {
    const { match, host, table, seats } = source.position.created;
    const seated = () => playersIn(source.table.occupants, seats);
    const hall = { place: { match, host, table }, listeners: () => this.joined.keys(), seated };
    const report = (error: unknown) => TableRoom.house.log.error({ err: error, match }, 'talk could not be kept');
    return new RoomTalk(TableRoom.house.talk, { ...hall, report });
  }
}

export function seatOf({ auth }: Visiting): number | undefined {
  return auth?.seat;
}

/**
 * Every frame goes through our own door. The method is private to Colyseus, so this is the one place that leans on its
 * inside; the versions are pinned, and the test of hostile frames fails if it stops being called.
 */
const housekeep = Room.prototype['_onMessage'] as (this: Room, client: Client, frame: Buffer) => void;
Object.defineProperty(TableRoom.prototype, '_onMessage', {
  value(this: TableRoom, client: Visiting, frame: Buffer) {
    if (!Buffer.isBuffer(frame) || frame.length === 0) return;
    if (isHousekeeping(frame)) {
      this.clock.tick(); // no timer does, and these frames are counted by the second
      housekeep.call(this, client, frame);
    } else this.receive(client, frame).catch((error: Error) => this.onUncaughtException(error, 'receive'));
  },
});
