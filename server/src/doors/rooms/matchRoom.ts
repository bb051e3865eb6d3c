/** A thin adapter between a match and the connections of its players and its live spectators. */
import { CloseCode, matchMaker } from '@colyseus/core';
import { type Answer, EXPLAIN, MESSAGES, type RematchMessage, refusal } from '@flower-war/protocol';
import { DelayedView } from '../../features/replay/delayedView.ts';
import { movesIn } from '../../features/table/hosting.ts';
import type { Visitor } from '../../features/table/presenceElsewhere.ts';
import { rematchOf } from '../../features/table/rematchOf.ts';
import type { Match } from '../../match/match.ts';
import type { Flush, Own } from '../../match/shown/viewerProgress.ts';
import { packMessage, type Request, rejected } from '../connection/frames.ts';
import { lineOf, Reader } from '../plain/readers.ts';
import type { Visiting } from './guardedRoom.ts';
import { type PlayerAction, roomIdOf, seatOf, TableRoom, type Viewer, WATCH_ROOM } from './tableRoom.ts';

/**
 * So long a room waits for its players after the last of them has left. When a network or a proxy fails, all of them come back
 * within seconds, and it costs less to wait than to read the record and play it through again.
 */
const WAIT_SECONDS = 10;

export class MatchRoom extends TableRoom<Match> {
  /** Connections that count as a player's presence at the table. */
  private readonly present = new Set<Viewer>();
  /** Connections that asked what their legal moves do. */
  private readonly explaining = new Set<Visiting>();
  /** The occupants at the last check of who may stay. */
  private occupants: Match['position']['occupants'] | undefined;

  protected override async sourceOf(match: Match): Promise<Match> {
    return match;
  }

  override seatsPresent(): ReadonlySet<number | undefined> {
    return new Set(this.viewers.filter(isHere).map(seatOf));
  }

  private get viewers(): readonly Viewer[] {
    return [...this.joined.keys(), ...this.readers.list];
  }

  protected override ownOf(seat: number): Own | undefined {
    return this.source?.ownOf(seat);
  }

  protected override mayEnter(visitor: Visitor | undefined): boolean {
    return this.source !== undefined && mayStay(this.source, visitor);
  }

  /** Presence is live in the delayed room, too. */
  override showPresence(): void {
    super.showPresence();
    const later: unknown = matchMaker.getLocalRoomById(roomIdOf(WATCH_ROOM, this.matchId));
    if (later instanceof TableRoom) later.showPresence();
    TableRoom.services.billboard.touch(this.matchId);
    TableRoom.services.presence.onChange(this.matchId);
  }

  /** Tells all viewers here which match is the rematch. */
  announceRematch(match: string): void {
    for (const viewer of this.viewers) sendRematch(viewer, match);
  }

  /** Names the rematch of a match that has ended, if there is one. */
  private async tellRematch(viewer: Viewer): Promise<void> {
    if (this.source?.position.status !== 'ended') return;
    const match = await rematchOf(TableRoom.services.journal, this.matchId).catch(() => undefined);
    if (match !== undefined && this.viewers.includes(viewer)) sendRematch(viewer, match);
  }

  protected override greet(client: Visiting): void {
    if (this.source === undefined) return;
    const seat = seatOf(client);
    if (seat !== undefined) client.enqueueRaw(this.seatMessages.whole(this.source.privateOf(seat)));
    super.greet(client);
    void this.tellRematch(client);
  }

  protected override came(viewer: Viewer): void {
    if (this.source === undefined) return;
    const { auth } = viewer;
    if (auth !== undefined) TableRoom.services.notices.isBack(auth.player, this.matchId);
    if (auth?.seat !== undefined) this.arrive(viewer, this.source, auth.seat);
  }

  protected override left(client: Visiting): void {
    this.explaining.delete(client);
    super.left(client);
    if (!this.isClosing && this.clients.length === 0) this['resetAutoDisposeTimeout'](WAIT_SECONDS);
  }

  protected override greetReader(reader: Reader): void {
    void this.tellRematch(reader);
  }

  private arrive(viewer: Viewer, match: Match, seat: number): void {
    this.present.add(viewer);
    match.arrive(seat, TableRoom.services.now()).catch((error: Error) => this.onUncaughtException(error, 'arrive'));
  }

  protected override went(viewer: Viewer): void {
    const seat = seatOf(viewer);
    if (seat !== undefined && this.present.delete(viewer)) this.source?.depart(seat, TableRoom.services.now());
  }

  /** A player who gave up a seat must not see what the seat's next player is shown. */
  protected override flush(match: Match, flush: Flush): void {
    if (this.occupants !== match.position.occupants) this.sendAwayUnseated(match);
    super.flush(match, flush);
    if (this.explaining.size === 0) return;
    for (const [seat, { private: told }] of flush.seats) if (told.decision !== undefined) this.explain(match, seat);
  }

  protected override answer(client: Visiting, request: Request): Promise<Answer> {
    return request.name === EXPLAIN ? this.explainFromNow(client) : super.answer(client, request);
  }

  private async explainFromNow(client: Visiting): Promise<Answer> {
    const { source: match } = this;
    const seat = seatOf(client);
    if (match === undefined || seat === undefined || !mayStay(match, client.auth)) return rejected('not-seated');
    this.explaining.add(client);
    const own = match.privateOf(seat);
    if (own.decision !== undefined) client.send(MESSAGES.explained, movesIn(match, seat));
    return { kind: 'accepted', step: own.step };
  }

  /** The question of a seat, for its connections that want it explained. */
  private explain(match: Match, seat: number): void {
    const asking = [...this.explaining].filter(({ auth }) => auth?.seat === seat && mayStay(match, auth));
    if (asking.length === 0) return;
    const packed = packMessage(MESSAGES.explained, movesIn(match, seat));
    for (const client of asking) client.enqueueRaw(packed);
  }

  private sendAwayUnseated(match: Match): void {
    this.occupants = match.position.occupants;
    for (const client of this.joined.keys())
      if (!mayStay(match, client.auth)) client.leave(CloseCode.MAY_TRY_RECONNECT);
    this.readers.sendAway(refusal('not-seated'), ({ auth }) => !mayStay(match, auth));
  }

  protected override async perform(name: PlayerAction, payload: unknown, visitor: Visitor): Promise<Answer> {
    const { source: match } = this;
    const { seat } = visitor;
    if (seat === undefined || match === undefined || !mayStay(match, visitor)) return rejected('not-seated');
    // Every player action has a method of the same name in the match.
    const command: (seat: number, payload: never, at: number) => Promise<Answer> = match[name];
    return command.call(match, seat, payload as never, TableRoom.services.now());
  }
}

/** A socket answers pings by itself, and is closed if it does not. */
function isHere(viewer: Viewer): boolean {
  return !(viewer instanceof Reader) || viewer.isHere;
}

function sendRematch(viewer: Viewer, match: string): void {
  if (viewer instanceof Reader) viewer.write(lineOf({ kind: 'rematch', match }));
  else viewer.send(MESSAGES.rematch, { match } satisfies RematchMessage);
}

/** A player may stay while holding the seat. A spectator may stay unless only seated players see the match live. */
function mayStay(match: Match, visitor: Visitor | undefined): boolean {
  if (visitor === undefined) return true;
  const held = match.seatOf(visitor.player);
  if (visitor.seat !== undefined) return held === visitor.seat;
  return match.position.created.table.watching !== 'delayed' || held !== undefined;
}

// Shows a match to spectators with a delay, so that players at the table learn nothing from them.

export class WatchRoom extends TableRoom<DelayedView> {
  protected override async sourceOf(match: Match): Promise<DelayedView> {
    const { games, journal, log, now } = TableRoom.services;
    const { id } = match;
    return DelayedView.open(match, {
      read: () => journal.read(id),
      engineOf: games.engineOf,
      now,
      report: (error) => log.error({ err: error, match: id }, 'a delayed table could not be shown'),
    });
  }

  override async onDispose(): Promise<void> {
    this.source?.stop();
    await super.onDispose();
  }

  protected override ownOf(): undefined {}

  protected override mayEnter(): boolean {
    return true;
  }

  protected override async perform(): Promise<Answer> {
    return rejected('not-seated');
  }

  /** Presence is live, not delayed. */
  protected override seatsPresent(): ReadonlySet<number | undefined> {
    const room: unknown = matchMaker.getLocalRoomById(this.matchId);
    return room instanceof MatchRoom ? room.seatsPresent() : new Set();
  }

  protected override behindIn({ position }: DelayedView): number {
    return position.created.table.watchDelaySeconds;
  }
}
