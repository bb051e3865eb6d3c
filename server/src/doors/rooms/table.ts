/**
 * A match of any game as the viewers of one room see it, live or with a delay: it shows them what changes and answers what they ask.
 * Viewers come by a socket, or read a stream over HTTP.
 */
import { CloseCode } from '@colyseus/core';
import type { Schema } from '@colyseus/schema';
import {
  type Answer,
  actions,
  type Code,
  EXPLAIN,
  isInScope,
  MESSAGES,
  type Position,
  refusal,
  scopeOfAction,
} from '@flower-war/protocol';
import { isWhole, NOT_WHOLE, Refused } from '../../base/refused.ts';
import { DelayedView } from '../../features/replay/delayedView.ts';
import type { Frame } from '../../features/replay/replays.ts';
import type { Visitor } from '../../features/table/presence.ts';
import type { Match, Watcher } from '../../match/match.ts';
import type { Flush } from '../../match/record/viewerProgress.ts';
import { badRequest, isAction, packMessage, type Request, rejected } from './frames.ts';
import type { Services } from '../services.ts';
import { type Connections, type Going, seatOf, type Viewer, type Visiting } from './connections.ts';
import { type Content, type GuardedRoom, roomIn, type WantedRoom } from './guardedRoom.ts';
import { CatchingUp, lineOf, type Reader, type Sighted, type ViewerSeat } from './readers.ts';
import { RematchNews } from './rematchNews.ts';
import { isTalk, RoomTalk } from './roomTalk.ts';
import { Sitters } from './sitters.ts';
import { playersIn, type Sight, sightOf, TableView } from './tableView.ts';

export const MATCH_ROOM = 'match';
export const WATCH_ROOM = 'watch';

/** The id of the room of this kind for a match. */
export function roomIdOf(kind: string, match: string): string {
  return kind === WATCH_ROOM ? `${match}-watch` : match;
}

/** The table that the room of this id shows, if it is open here. */
export function tableIn(roomId: string): Table | undefined {
  const content = roomIn(roomId)?.content;
  return content instanceof Table ? content : undefined;
}

/** What a table shows: a match, or its delayed view. */
interface Source extends Sight {
  readonly position: Pick<Position, 'created' | 'host'>;
  readonly isLost: boolean;
  watch(watcher: Watcher): () => void;
}

interface TableParts {
  readonly room: GuardedRoom;
  readonly services: Services;
  readonly source: Source;
  /** Absent where the match is shown with a delay: no player acts there. */
  readonly sitters?: Sitters;
}

/** Opens the table of a match for its players and live spectators. */
export async function openLive(room: GuardedRoom, wanted: WantedRoom, services: Services): Promise<Table> {
  const match = await hold(room, wanted, services);
  return open({ room, services, source: match, sitters: new Sitters(match, { room, services }) });
}

/** Opens the table of a match with a delay, so that players at the table learn nothing from its spectators. */
export async function openDelayed(room: GuardedRoom, wanted: WantedRoom, services: Services): Promise<Table> {
  const match = await hold(room, wanted, services);
  const { id } = match;
  const { games, journal, log, now } = services;
  const report = (error: unknown) => log.error({ err: error, match: id }, 'a delayed table could not be shown');
  const source = await DelayedView.open(match, { read: () => journal.read(id), engineOf: games.engineOf, now, report });
  room.closing.push(() => source.stop());
  return open({ room, services, source });
}

/** The match stays open as long as the room. */
async function hold(room: GuardedRoom, { match: id = '' }: WantedRoom, { matches }: Services): Promise<Match> {
  const match = await matches.open(id);
  if (match === undefined) throw new Error(`no match ${id} to open a room for`);
  room.closing.push(() => matches.release(id));
  return match;
}

async function open(parts: TableParts): Promise<Table> {
  const { room, services, source } = parts;
  const { seats } = source.position.created;
  await services.people.load(playersIn(source.table.occupants, seats));
  const talk = await RoomTalk.open({ services, source, connections: room.connections });
  room.closing.push(() => talk.stop());
  const table = new Table(parts, talk);
  room.closing.push(source.watch({ onFlush: (flush) => table.flush(flush), onLost: () => table.sendAway() }));
  return table;
}

function viewOf({ services, source, sitters }: TableParts): TableView {
  const { people, games, temples } = services;
  const { match, game, seats, table } = source.position.created;
  const hosted = games.get(game);
  if (hosted === undefined) throw new Error(`no game ${game} to show a match of`);
  // Presence is live, also where the match is shown with a delay.
  const seatsPresent = () => (sitters ?? tableIn(match)?.sitters)?.here() ?? new Set();
  const templeSeen = (temple: string) => temples.seen(temple);
  const behind = sitters === undefined ? table.watchDelaySeconds : 0;
  return new TableView(hosted.Table, { seats, people, seatsPresent, templeSeen, behind });
}

/**
 * So long the room of a live match waits for its players after the last of them has left. When a network or a proxy fails, all of them
 * come back within seconds, and it costs less to wait than to read the record and play it through again.
 */
const WAIT_SECONDS = 10;

/** The most streams of one player at one match. */
const MOST_STREAMS = 10;

type NamedRequest = Pick<Request, 'name' | 'payload'>;

export class Table implements Content {
  readonly match: string;
  readonly sitters: Sitters | undefined;
  readonly rematch: RematchNews;
  readonly state: Schema;
  readonly waitSeconds: number | undefined;
  private readonly room: GuardedRoom;
  private readonly services: Services;
  private readonly connections: Connections;
  private readonly source: Source;
  private readonly view: TableView;
  private readonly talk: RoomTalk;

  constructor(parts: TableParts, talk: RoomTalk) {
    const { room, services, source, sitters } = parts;
    this.match = source.position.created.match;
    this.sitters = sitters;
    this.waitSeconds = sitters && WAIT_SECONDS;
    [this.room, this.services, this.connections] = [room, services, room.connections];
    [this.source, this.view, this.talk] = [source, viewOf(parts), talk];
    this.rematch = new RematchNews({
      match: this.match,
      source,
      connections: room.connections,
      journal: services.journal,
    });
    this.view.show(source);
    this.state = this.view.schema;
  }

  // Viewers on a socket.

  came(client: Visiting): void {
    if (this.whyNot(client.auth) !== undefined) return client.leave(CloseCode.MAY_TRY_RECONNECT);
    this.sitters?.came(client);
    this.showPeople();
  }

  listens(client: Visiting): void {
    this.sitters?.greet(client);
    this.talk.greet(client);
    void this.rematch.tell([client]);
  }

  /** A viewer has left or has fallen silent. */
  went(viewer: Viewer, how: Going): void {
    this.sitters?.went(viewer, how);
    this.showPeople();
  }

  /** Why the visitor may not be here, if so: since the place was reserved, a seat may have been lost, or a spectator kicked. */
  private whyNot(visitor: Visitor | undefined): Code | undefined {
    const isSpectator = visitor !== undefined && visitor.seat === undefined;
    if (isSpectator && this.services.kicked.has(this.match, visitor.player)) return 'kicked';
    return (this.sitters?.mayStay(visitor) ?? true) ? undefined : 'not-seated';
  }

  // Viewers who read a stream.

  /** Shows the match to a reader, until one end closes the stream. */
  read(reader: Reader): Promise<void> {
    return this.room.keepOpen(async () => {
      const { seat } = reader.auth;
      const { replays, metrics } = this.services;
      const sightAt = (frame: Frame) => this.sightAt(frame, seat);
      const missed = new CatchingUp(reader, { open: () => replays.open(this.match), sightAt });
      const now = () => this.look(seat).step;
      while (!missed.hasReached(now())) await missed.readOn(now());
      this.welcome(reader, missed); // without waiting for anything since the last look
      await reader.gone;
      this.connections.readers.remove(reader);
      metrics.connections.dec();
      this.went(reader, 'left');
    });
  }

  private welcome(reader: Reader, missed: CatchingUp): void {
    if (this.room.isClosing) throw new Refused('unavailable');
    const why = this.whyNot(reader.auth);
    if (why !== undefined) throw new Refused(why);
    const { config, metrics } = this.services;
    this.makeRoomFor(reader);
    reader.open({
      heartbeatMs: config.HEARTBEAT_SECONDS * 1000,
      onSilent: () => this.went(reader, 'lost'),
      onClosing: () => this.room.goes(reader),
    });
    reader.write(missed.text);
    this.connections.readers.add(reader, this.look(reader.auth.seat), missed.isTold);
    metrics.connections.inc();
    const lines = this.talk.latestFor(reader.auth);
    if (lines.length > 0) reader.write(lineOf({ kind: 'talk', lines: [...lines] }));
    this.sitters?.came(reader);
    void this.rematch.tell([reader]);
    this.showPeople();
  }

  /** Ends the oldest stream of a player who has too many: perhaps its other end has been gone for long. */
  private makeRoomFor({ auth: { player } }: Reader): void {
    const own = this.streamsOf(player);
    if (own.length >= MOST_STREAMS) own[0]?.close(refusal('too-many', 'streams'));
  }

  /** Takes a sign of life of a player. Returns how many streams the player has here. */
  hear(player: string): number {
    const own = this.streamsOf(player);
    const back = own.filter((reader) => reader.hear());
    for (const reader of back) this.sitters?.came(reader);
    if (back.length > 0) this.showPeople();
    return own.length;
  }

  private streamsOf(player: string): readonly Reader[] {
    return this.connections.readers.list.filter(({ auth, isOpen }) => auth.player === player && isOpen);
  }

  // What viewers are shown.

  /** Shows an entry: first each seat its private part, then all clients the public table, then the events. */
  flush(flush: Flush): void {
    this.sitters?.sendAwayUnseated();
    this.sitters?.tell(flush);
    if (flush.public) {
      this.view.show(this.source);
      this.room.broadcastPatch();
    }
    this.tellEvents(flush);
    this.connections.readers.showStep(flush, this.look);
    this.sitters?.explain(flush);
    // Viewers with a delay may see the end when there is a rematch already.
    if (flush.public && this.sitters === undefined) void this.rematch.tell(this.connections.viewers);
  }

  private tellEvents({ publicEvents, seats }: Flush): void {
    const packed = publicEvents.length > 0 ? packMessage(MESSAGES.events, publicEvents) : undefined;
    for (const client of this.connections.sockets) {
      const events = seats.get(seatOf(client) ?? -1)?.events;
      if (events !== undefined) client.send(MESSAGES.events, events);
      else if (packed !== undefined) client.enqueueRaw(packed);
    }
  }

  showPeople(): void {
    this.view.lookAgain();
    this.view.show(this.source);
    this.room.broadcastPatch();
    this.connections.readers.showTable(this.look);
    if (this.sitters === undefined) return;
    tableIn(roomIdOf(WATCH_ROOM, this.match))?.showPeople();
    this.services.billboard.touch(this.match);
    this.services.presence.onChange(this.match);
  }

  /** What the viewer in this seat, or a spectator, sees now. */
  private readonly look = (place: ViewerSeat): Sighted =>
    sightOf(this.view.shown, place === undefined ? undefined : this.sitters?.ownOf(place));

  /** What that viewer saw at a frame of the record. */
  private sightAt({ shown }: Frame, place: ViewerSeat): Sighted {
    const { table, step: publicStep } = shown;
    return sightOf(this.view.json({ table, publicStep }), place === undefined ? undefined : shown.ownOf(place));
  }

  /** A match that goes elsewhere while its room opens tells that to watchers of before alone. */
  sendAwayIfLost(): void {
    if (this.source.isLost) this.sendAway();
  }

  /** Closes the room, because its state is no longer true. Its clients come back to a fresh room. */
  sendAway(): void {
    const failed = (error: Error) => this.room.onUncaughtException(error, 'sendAway');
    this.room.disconnect(CloseCode.MAY_TRY_RECONNECT).catch(failed);
  }

  // What viewers ask.

  answer(client: Visiting, request: Request): Promise<Answer> {
    if (request.name === EXPLAIN && this.sitters !== undefined) return this.sitters.explainFromNow(client);
    return this.ask(client.auth, request);
  }

  /** Answers a request that came over HTTP. */
  answerTo(visitor: Visitor, request: NamedRequest): Promise<Answer> {
    this.hear(visitor.player);
    return this.room.keepOpen(() => this.ask(visitor, request));
  }

  private async ask(visitor: Visitor | undefined, { name, payload }: NamedRequest): Promise<Answer> {
    if (!isAction(name)) return rejected('unknown-action');
    const scope = scopeOfAction(name);
    if (!isInScope({ scope }, visitor?.scopes)) return rejected('scope-missing', scope);
    const parsed = actions[name].safeParse(payload);
    if (!parsed.success) return badRequest(parsed.error);
    if (!isWhole(parsed.data)) return rejected('bad-request', 'text', NOT_WHOLE);
    try {
      if (visitor === undefined) return isTalk(name) ? { kind: 'retry' } : rejected('not-seated');
      if (isTalk(name)) return await this.talk.answer(visitor, name, parsed.data);
      return (await this.sitters?.perform(name, parsed.data, visitor)) ?? rejected('not-seated');
    } catch (error) {
      this.services.log.error({ err: error, match: this.match, action: name }, 'an action failed');
      return rejected('internal');
    }
  }
}
