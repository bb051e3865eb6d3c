/** A thin adapter between a match and the connections that look at it. One class for every game. */
import { CloseCode } from '@colyseus/core';
import type { Schema } from '@colyseus/schema';
import {
  type Action,
  type ActionName,
  type Answer,
  actions,
  MESSAGES,
  type Occupant,
  type Position,
  type RematchMessage,
  type TableJson,
} from '@flower-war/protocol';
import { rematchOf } from '../lobby/rematchOf.ts';
import type { Match } from '../match/match.ts';
import type { Flush } from '../match/shown.ts';
import { isAction, packMessage, type Request, rejected } from './frames.ts';
import { GuardedRoom, type Visiting } from './guardedRoom.ts';
import { project } from './project.ts';

export interface RoomOptions {
  readonly match: string;
}

type SeatJson = TableJson<unknown>['seats'][number];
export class MatchRoom extends GuardedRoom {
  private match: Match | undefined;
  private table: Schema | undefined;
  /** What the table shows now. */
  private projected: object | undefined;
  private seated: { readonly occupants: Position['occupants']; readonly json: readonly SeatJson[] } | undefined;
  private unwatch: () => void = () => {};

  override async onCreate({ match: id }: RoomOptions): Promise<void> {
    this.prepare(id);
    const match = await MatchRoom.house.matches.open(id);
    const hosted = match && MatchRoom.house.games.get(match.engine.id);
    if (match === undefined || hosted === undefined) throw new Error(`no match ${id} to open a room for`);
    this.match = match;
    this.table = new hosted.Table();
    this.project(match);
    this.state = this.table;
    this.unwatch = match.watch({ onFlush: (flush) => this.flush(match, flush), onLost: () => this.sendAway() });
  }

  protected override welcomed(client: Visiting): void {
    if (this.match === undefined) return;
    const seat = this.seatOf(client);
    if (seat === undefined && client.auth?.seat !== undefined) return client.leave(CloseCode.MAY_TRY_RECONNECT);
    if (seat !== undefined) client.send(MESSAGES.private, this.match.privateOf(seat));
    this.showPresence(this.match);
    if (this.match.position.status === 'ended') void this.tellRematch(client);
  }

  protected override left(): void {
    if (this.match !== undefined) this.showPresence(this.match);
  }

  /** The seats of which a connection is alive. */
  get seatsHere(): ReadonlySet<number | undefined> {
    return new Set([...this.joined.keys()].map((client) => this.seatOf(client)));
  }

  /** To be called when those who played this match play once more: whoever is here may follow. */
  announceRematch(match: string): void {
    this.broadcast(MESSAGES.rematch, { match } satisfies RematchMessage);
  }

  private async tellRematch(client: Visiting): Promise<void> {
    const match = await rematchOf(MatchRoom.house.journal, this.roomId).catch(() => undefined);
    if (match !== undefined && this.joined.has(client))
      client.send(MESSAGES.rematch, { match } satisfies RematchMessage);
  }

  override async onDispose(): Promise<void> {
    this.unwatch();
    if (this.match !== undefined) await MatchRoom.house.matches.release(this.match.id);
  }

  /** Somebody has another name now, or none. */
  override showNames(): void {
    if (this.match !== undefined) this.showPresence(this.match);
  }

  /** What this room shows is no longer true; its clients come back to a fresh one. */
  private sendAway(): void {
    this.disconnect(CloseCode.MAY_TRY_RECONNECT).catch((error: Error) => this.onUncaughtException(error, 'sendAway'));
  }

  protected override async answer(client: Visiting, { name, payload }: Request): Promise<Answer> {
    if (!isAction(name)) return rejected('unknown-action');
    const parsed = actions[name].safeParse(payload);
    if (!parsed.success) return rejected('bad-request', parsed.error.issues[0]?.path.join('.') || 'payload');
    const seat = this.seatOf(client);
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
    const own = (client: Visiting) => seats.get(this.seatOf(client) ?? -1);
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
    if (match.position.status === 'open') this.sendAwayUnseated();
  }

  /** Whoever has no seat any more comes back as what they are now. */
  private sendAwayUnseated(): void {
    for (const client of this.joined.keys())
      if (client.auth?.seat !== undefined && this.seatOf(client) === undefined)
        client.leave(CloseCode.MAY_TRY_RECONNECT);
  }

  /** The seat of a connection, if it is still that of its player: somebody else may have taken it before the start. */
  private seatOf({ auth }: Visiting): number | undefined {
    const occupant = auth?.seat === undefined ? undefined : this.match?.position.occupants.get(auth.seat);
    return occupant?.kind === 'player' && occupant.player === auth?.player ? auth.seat : undefined;
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
      const bySeat = Array.from({ length: created.seats }, (_, seat) => occupants.get(seat));
      this.seated = { occupants, json: seatsJson(bySeat, this.seatsHere) };
    }
    return this.seated.json;
  }

  private showPresence(match: Match): void {
    this.seated = undefined;
    this.project(match);
    this.broadcastPatch();
    MatchRoom.house.billboard.touch(match.id);
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
