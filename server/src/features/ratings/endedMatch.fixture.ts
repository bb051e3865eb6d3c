/** For tests: the record of a match of two players that is over. */
import { tableSettings } from '@flower-war/protocol';
import type { Journal } from '../../store/journal/journal.ts';

export const EDITION = { game: 'x', preset: 'y' };

export interface Ended {
  readonly match: string;
  /** The first wins. */
  readonly players: readonly [string, string];
  /** Lines after the last entry. */
  readonly more?: readonly string[];
  readonly at?: number;
}

/** Appends the record, entry by entry. */
export async function endMatch(
  journal: Pick<Journal, 'append'>,
  { match, players, more = [], at = 50 }: Ended,
): Promise<void> {
  const index = { visibility: 'public', game: 'x', createdAt: 1, summary: summaryOf(match, players) } as const;
  const lines = [...entriesOf(players, at).map((entry) => JSON.stringify(entry)), ...more];
  for (const [expectedSeq, line] of lines.entries()) {
    const first = expectedSeq === 0 && { index: { ...index, status: 'open' as const }, secrets: { secret: 's' } };
    const last = expectedSeq === lines.length - 1 && { index: { ...index, status: 'ended' as const } };
    await journal.append({ match, expectedSeq, owner: 'one', claim: 1, line, hash: 'h', ...first, ...last });
  }
}

function summaryOf(match: string, players: Ended['players']): string {
  const standings = players.map((_, seat) => ({ seat, place: seat + 1, score: 0, breakdown: {} }));
  const result = { result: 'win', winners: [0], standings, reason: 'x' };
  const seats = players.map((player) => ({ player }));
  return JSON.stringify({ ...EDITION, match, seats, table: tableSettings.parse({}), result, createdAt: 1 });
}

function entriesOf(players: Ended['players'], at: number): readonly object[] {
  const seated = players.map((player, seat) => ({ kind: 'seated', seat, player }));
  return [{ kind: 'created' }, ...seated, { kind: 'started' }, { kind: 'ended', at }];
}
