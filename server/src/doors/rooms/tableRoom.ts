/** The base of rooms that show a match of any game: answers actions, and sends each viewer its part. */
import { CloseCode } from '@colyseus/core';
import { type ActionName, type Answer, actions, MESSAGES, type Position, type TalkLine } from '@flower-war/protocol';
import type { Hosted } from '../../base/hostedGames.ts';
import type { Frame } from '../../features/replay/foldedRecord.ts';
import type { Visitor } from '../../features/table/places.ts';
import type { Match, Watcher } from '../../match/match.ts';
import type { Flush, Own } from '../../match/shown/viewerProgress.ts';
import { badRequest, isAction, packMessage, type Request, rejected } from '../connection/frames.ts';
import { SeatMessages } from '../connection/seatMessages.ts';
import type { Sighted } from '../plain/lines.ts';
import type { Place } from '../plain/readers.ts';
import type { Visiting } from './guardedRoom.ts';
import { type Asked, ReadableRoom, type Viewer } from './readableRoom.ts';
import { isTalk, RoomTalk, type TalkAction } from './roomTalk.ts';
import { playersIn, type Sight, sightOf, TableView } from './tableView.ts';

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

export abstract class TableRoom<S extends Source = Source> extends ReadableRoom {
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

  protected override look(place: Place): Sighted {
    if (this.view === undefined) throw new Error('a viewer looks at a table that is not there');
    return sightOf(this.view.shown, place === undefined ? undefined : this.ownOf(place));
  }

  protected override sightAt({ shown }: Frame, place: Place): Sighted {
    if (this.view === undefined) throw new Error('a viewer looks at a table that is not there');
    const { table, step: publicStep } = shown;
    return sightOf(this.view.json({ table, publicStep }), place === undefined ? undefined : shown.ownOf(place));
  }

  protected override linesFor(visitor: Visitor): readonly TalkLine[] {
    return this.talk?.latestFor(visitor) ?? [];
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

  override showPresence(): void {
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

  protected override async ask(visitor: Visitor | undefined, { name, payload }: Asked): Promise<Answer> {
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
}

export function seatOf({ auth }: Pick<Viewer, 'auth'>): number | undefined {
  return auth?.seat;
}
