/** When bots take the seats for which nobody came. Follows from the record alone, so a restart changes nothing. */
import type { EntryOf, Position } from '@flower-war/protocol';

/** How long each seat of a rematch is kept for whoever it belongs to. */
const KEPT_MS = 3 * 60_000;

/** Until when the seats of a rematch are kept; nothing for any other match. */
export function keptUntil({ rematchOf, at }: Pick<EntryOf<'created'>, 'rematchOf' | 'at'>): number | undefined {
  return rematchOf === undefined ? undefined : at + KEPT_MS;
}

/** Bots do not take a seat that is kept; nobody is waited for where nobody waits. */
export function fillAt({ status, created, peopleSince }: Position): number | undefined {
  const { fillSeconds } = created.table;
  if (status !== 'open' || peopleSince === undefined || fillSeconds === 0) return undefined;
  return Math.max(peopleSince + fillSeconds * 1000, keptUntil(created) ?? 0);
}
