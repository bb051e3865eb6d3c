/** Shows a match to spectators with a delay, so that players at the table learn nothing from them. */
import { matchMaker } from '@colyseus/core';
import type { Answer } from '@flower-war/protocol';
import { DelayedView } from '../../features/replay/delayedView.ts';
import type { Match } from '../../match/match.ts';
import { rejected } from '../connection/frames.ts';
import { MatchRoom } from './matchRoom.ts';
import { TableRoom } from './tableRoom.ts';

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
