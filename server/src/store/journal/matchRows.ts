/** A row of the table of matches. */
import type { Index } from './journal.ts';

export interface MatchRow {
  readonly status: Index['status'];
  readonly visibility: Index['visibility'];
  readonly game: string;
  readonly created_at: number;
  readonly wake_at: number | null;
  readonly summary: string;
  readonly secret: string;
  readonly code: string | null;
}

const NAMES = ['status', 'visibility', 'game', 'created_at', 'wake_at', 'summary', 'secret', 'code'];
export const COLUMNS = NAMES.join(', ');
export const OF_MATCHES = NAMES.map((name) => `matches.${name}`).join(', ');

export function indexOf({ status, visibility, game, created_at, wake_at, summary }: MatchRow): Index {
  return { status, visibility, game, createdAt: created_at, ...(wake_at !== null && { wakeAt: wake_at }), summary };
}
