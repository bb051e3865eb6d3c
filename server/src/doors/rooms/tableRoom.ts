/**
 * The base of rooms that show a match of any game: answers actions, and sends each viewer its part. Viewers come by a socket, or
 * read a stream over HTTP.
 */
import { CloseCode } from '@colyseus/core';
import {
  type ActionName,
  type Answer,
  actions,
  type Bulletin,
  type Code,
  MESSAGES,
  type Position,
  refusal,
} from '@flower-war/protocol';
import type { Hosted } from '../../base/hostedGames.ts';
import { Refused } from '../../base/refused.ts';
import type { Frame } from '../../features/replay/replays.ts';
import type { Visitor } from '../../features/table/presenceElsewhere.ts';
import type { Match, Watcher } from '../../match/match.ts';
import type { Flush, Own } from '../../match/shown/viewerProgress.ts';
import { badRequest, isAction, packMessage, type Request, rejected } from '../connection/frames.ts';
import { SeatMessages } from '../connection/sendSafely.ts';
import type { Sighted } from '../plain/lines.ts';
import { CatchingUp, lineOf, type Reader, Readers, type ViewerSeat } from '../plain/readers.ts';
import { GuardedRoom, type Visiting } from './guardedRoom.ts';
import { isTalk, RoomTalk, type TalkAction } from './roomTalk.ts';
import { playersIn, type Sight, sightOf, TableView } from './tableView.ts';

/** A viewer on a socket, or a reader of the stream. */
export type Viewer = Visiting | Reader;

/** A request of a viewer, by whichever way it came. */
export type ViewerRequest = Pick<Request, 'name' | 'payload'>;

/** The most streams of one player at one match. */
const MOST_STREAMS = 10;

export interface RoomOptions {
  readonly match: string;
}

export const MATCH_ROOM = 'match';
export const WATCH_ROOM = 'watch';

/** The id of the room of this kind for a match. */
export function roomIdOf(kind: string, match: string): string {
  return kind === WATCH_ROOM ? `${match}-watch` : match;
}

/** What a room shows: a match, or its delayed view. */
export interface Source extends Sight {
  readonly position: Pick<Position, 'created' | 'host'>;
  watch(watcher: Watcher): () => void;
}

/** All actions but talk, which needs no seat. */
export type PlayerAction = Exclude<ActionName, TalkAction>;

export abstract class TableRoom<S extends Source = Source> extends GuardedRoom {
  /** The id of the match, which may differ from the room's id. */
  matchId = '';
  readonly readers = new Readers((seat) => this.look(seat));
  /** How many HTTP requests use this room now. */
  private requests = 0;
  protected isClosing = false;
  protected source: S | undefined;
  private view: TableView | undefined;
  private talk: RoomTalk | undefined;
  private unwatch: () => void = () => {};
  protected readonly seatMessages = new SeatMessages();
  /** Whether this room holds the match open. */
  private isHolding = false;

  override async onCreate({ match: id }: RoomOptions): Promise<void> {
    this.matchId = id;
    this.prepare(roomIdOf(this.roomName, id));
    try {
      const match = await TableRoom.services.matches.open(id);
      const hosted = match && TableRoom.services.games.get(match.position.created.game);
      this.isHolding = match !== undefined;
      if (match === undefined || hosted === undefined) throw new Error(`no match ${id} to open a room for`);
      await this.furnish(await this.sourceOf(match), hosted);
    } catch (error) {
      this.talk?.stop();
      TableRoom.failures.set(this.roomId, error);
      await this.letGo(); // Colyseus does not dispose of a room whose creation failed
      throw error;
    }
  }

  private async furnish(source: S, hosted: Hosted): Promise<void> {
    const { seats } = source.position.created;
    await TableRoom.services.people.load(playersIn(source.table.occupants, seats));
    this.talk = await this.talkAt(source);
    this.source = source;
    this.view = this.viewOf(source, hosted);
    this.view.show(source);
    this.state = this.view.schema;
    this.unwatch = source.watch({ onFlush: (flush) => this.flush(source, flush), onLost: () => this.sendAway() });
  }

  /** The source that the room shows of a match. The match stays open as long as the room. */
  protected abstract sourceOf(match: Match): Promise<S>;

  /** Performs an action that only players may ask for. */
  protected abstract perform(name: PlayerAction, payload: unknown, visitor: Visitor): Promise<Answer>;

  /** The seats whose players are connected. */
  protected abstract seatsPresent(): ReadonlySet<number | undefined>;

  /** What only this seat may know. */
  protected abstract ownOf(seat: number): Own | undefined;

  protected abstract mayEnter(visitor: Visitor | undefined): boolean;

  /** Tells a new reader what it needs beside the table. */
  protected greetReader(_reader: Reader): void {}

  /** Called when a viewer has come or is heard again, and when a viewer has left or has fallen silent. */
  protected came(_viewer: Viewer): void {}
  protected went(_viewer: Viewer): void {}

  /** What the viewer in this seat, or a spectator, sees now. */
  private look(place: ViewerSeat): Sighted {
    if (this.view === undefined) throw new Error('a viewer looks at a table that is not there');
    return sightOf(this.view.shown, place === undefined ? undefined : this.ownOf(place));
  }

  /** What that viewer saw at a frame of the record. */
  private sightAt({ shown }: Frame, place: ViewerSeat): Sighted {
    if (this.view === undefined) throw new Error('a viewer looks at a table that is not there');
    const { table, step: publicStep } = shown;
    return sightOf(this.view.json({ table, publicStep }), place === undefined ? undefined : shown.ownOf(place));
  }

  protected override welcomed(client: Visiting): void {
    if (!this.mayEnter(client.auth)) return client.leave(CloseCode.MAY_TRY_RECONNECT);
    this.came(client);
    this.showPresence();
  }

  override listens(client: Visiting): void {
    this.greet(client);
  }

  /** Sends a new client what it needs beside the table. */
  protected greet(client: Visiting): void {
    this.talk?.greet(client);
  }

  protected override left(client: Visiting): void {
    this.went(client);
    this.showPresence();
  }

  override showNames(): void {
    this.showPresence();
  }

  override async onDispose(): Promise<void> {
    this.unwatch();
    this.talk?.stop();
    await this.letGo();
  }

  private async letGo(): Promise<void> {
    const wasHolding = this.isHolding;
    this.isHolding = false;
    if (wasHolding) await TableRoom.services.matches.release(this.matchId);
  }

  /** Shows presence and names anew, after a viewer came or went, or a player was renamed or deleted. */
  showPresence(): void {
    if (this.source === undefined) return;
    this.view?.lookAgain();
    this.view?.show(this.source);
    this.broadcastPatch();
    this.readers.showTable();
  }

  /** Closes the room, because its state is no longer true. Its clients come back to a fresh room. */
  private sendAway(): void {
    this.disconnect(CloseCode.MAY_TRY_RECONNECT).catch((error: Error) => this.onUncaughtException(error, 'sendAway'));
  }

  protected override answer({ auth }: Visiting, request: Request): Promise<Answer> {
    return this.ask(auth, request);
  }

  private async ask(visitor: Visitor | undefined, { name, payload }: ViewerRequest): Promise<Answer> {
    if (!isAction(name)) return rejected('unknown-action');
    const parsed = actions[name].safeParse(payload);
    if (!parsed.success) return badRequest(parsed.error);
    try {
      if (visitor === undefined) return isTalk(name) ? { kind: 'retry' } : rejected('not-seated');
      if (isTalk(name)) return (await this.talk?.answer(visitor, name, parsed.data)) ?? { kind: 'retry' };
      return await this.perform(name, parsed.data, visitor);
    } catch (error) {
      TableRoom.services.log.error({ err: error, match: this.matchId, action: name }, 'an action failed');
      return rejected('internal');
    }
  }

  /** Shows an entry: first each seat its private part, then all clients the public table, then the events. */
  protected flush(source: S, flush: Flush): void {
    const { public: isPublic, publicEvents, seats } = flush;
    const own = (client: Visiting) => seats.get(seatOf(client) ?? -1);
    for (const [seat, { private: told }] of seats) {
      const packed = this.seatMessages.next(told);
      for (const client of this.clients) if (seatOf(client) === seat) client.enqueueRaw(packed);
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
    this.readers.showStep(flush);
  }

  /** How many seconds after the players the viewers of this room see the match. */
  protected behindIn(_source: S): number {
    return 0;
  }

  private viewOf(source: S, { Table }: Hosted): TableView {
    const { people } = TableRoom.services;
    const seatsPresent = () => this.seatsPresent();
    const { seats } = source.position.created;
    const templeSeen = (temple: string) => TableRoom.services.temples.seen(temple);
    return new TableView(Table, { seats, people, seatsPresent, templeSeen, behind: this.behindIn(source) });
  }

  private talkAt(source: S): Promise<RoomTalk> {
    const { match, table, seats } = source.position.created;
    const place = {
      match,
      table,
      get host() {
        return source.position.host;
      },
    };
    const seated = () => playersIn(source.table.occupants, seats);
    const hall = { place, listeners: () => this.joined.keys(), readers: this.readers, seated };
    const report = (error: unknown) => TableRoom.services.log.error({ err: error, match }, 'talk could not be kept');
    return RoomTalk.open(TableRoom.services.talk, { ...hall, report });
  }

  // Viewers who read a stream.

  /** Shows the match to a reader, until one end closes the stream. */
  read(reader: Reader): Promise<void> {
    return this.using(async () => {
      const { seat } = reader.auth;
      const { replays } = TableRoom.services;
      const sightAt = (frame: Frame) => this.sightAt(frame, seat);
      const missed = new CatchingUp(reader, { open: () => replays.open(this.matchId), sightAt });
      const now = () => this.look(seat).step;
      while (!missed.hasReached(now())) await missed.readOn(now());
      this.welcomeReader(reader, missed); // without waiting for anything since the last look
      await reader.gone;
      this.readers.remove(reader);
      TableRoom.services.metrics.connections.dec();
      this.went(reader);
      this.showPresence();
    });
  }

  private welcomeReader(reader: Reader, missed: CatchingUp): void {
    if (this.isClosing) throw new Refused('unavailable');
    if (!this.mayEnter(reader.auth)) throw new Refused('not-seated');
    this.makeRoomFor(reader);
    const heartbeatMs = TableRoom.services.config.HEARTBEAT_SECONDS * 1000;
    reader.open({ heartbeatMs, onSilent: () => this.leftSilently(reader) });
    reader.write(missed.text);
    this.readers.add(reader, missed.isTold);
    TableRoom.services.metrics.connections.inc();
    const lines = this.talk?.latestFor(reader.auth) ?? [];
    if (lines.length > 0) reader.write(lineOf({ kind: 'talk', lines: [...lines] }));
    this.came(reader);
    this.greetReader(reader);
    this.showPresence();
  }

  private leftSilently(reader: Reader): void {
    this.went(reader);
    this.showPresence();
  }

  /** Takes a sign of life of a player. Returns how many streams the player has here. */
  hear(player: string): number {
    const own = this.readers.list.filter(({ auth }) => auth.player === player);
    const back = own.filter((reader) => reader.hear());
    for (const reader of back) this.came(reader);
    if (back.length > 0) this.showPresence();
    return own.length;
  }

  /** Ends the oldest stream of a player who has too many: perhaps its other end has been gone for long. */
  private makeRoomFor({ auth: { player } }: Reader): void {
    const own = this.readers.list.filter(({ auth, isOpen }) => auth.player === player && isOpen);
    if (own.length >= MOST_STREAMS) own[0]?.close(refusal('too-many', 'streams'));
  }

  /** Answers a request that came over HTTP. */
  answerTo(visitor: Visitor, request: ViewerRequest): Promise<Answer> {
    this.hear(visitor.player);
    return this.using(() => this.ask(visitor, request));
  }

  /** Keeps the room open while a job uses it: Colyseus closes rooms without sockets. */
  private async using<T>(job: () => Promise<T>): Promise<T> {
    this.requests++;
    this.autoDispose = false;
    try {
      return await job();
    } finally {
      this.requests--;
      if (this.requests === 0) this.autoDispose = true;
    }
  }

  override closeFor(player: string, why: Code): void {
    super.closeFor(player, why);
    this.readers.sendAway(refusal(why), ({ auth }) => auth.player === player);
  }

  override closeFrom(isBanned: (address: string) => boolean): void {
    super.closeFrom(isBanned);
    this.readers.sendAway(refusal('banned', 'network'), ({ address }) => isBanned(address));
  }

  override showBulletin(bulletin: Bulletin): number {
    this.readers.tell({ kind: 'bulletin', ...bulletin });
    return super.showBulletin(bulletin) + this.readers.list.length;
  }

  override connectionsOf(player: string): number {
    const streams = this.readers.list.filter(({ auth, isHere }) => auth.player === player && isHere);
    return super.connectionsOf(player) + streams.length;
  }

  override disconnect(closeCode?: number): Promise<unknown> {
    this.isClosing = true;
    const { state } = TableRoom.services.readiness;
    this.readers.sendAway(refusal('unavailable', state === 'ready' ? undefined : state));
    return super.disconnect(closeCode);
  }
}

export function seatOf({ auth }: Pick<Viewer, 'auth'>): number | undefined {
  return auth?.seat;
}
