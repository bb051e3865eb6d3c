/** What a record says about its dice and its players. */
import type { Entry } from '@flower-war/protocol';

export interface Facts {
  readonly match: string;
  readonly game: string;
  readonly preset: string;
  readonly rulesVersion: number;
  /** The SHA-256 of the secret, which all could read before they sat down. */
  readonly commitment: string;
  readonly secret: string | undefined;
  /** What each seat added to the dice; bots add nothing. */
  readonly added: readonly { readonly seat: number; readonly bytes: string }[];
}

export function factsIn(entries: readonly Entry[]): Facts | undefined {
  const [created] = entries;
  const ended = entries.at(-1);
  if (created?.kind !== 'created') return undefined;
  const { match, game, preset, rulesVersion, commitment } = created;
  const secret = ended?.kind === 'ended' ? ended.secret : undefined;
  return { match, game, preset, rulesVersion, commitment, secret, added: addedIn(entries) };
}

/** Of a seat that was given back, the last player counts. */
function addedIn(entries: readonly Entry[]): Facts['added'] {
  const bySeat = new Map<number, string>();
  for (const entry of entries) {
    if (entry.kind === 'started') break;
    if (entry.kind === 'absence' && entry.what === 'left') bySeat.delete(entry.seat);
    if (entry.kind === 'seated' && entry.by === 'player') bySeat.set(entry.seat, entry.contribution);
  }
  return [...bySeat].sort(([a], [b]) => a - b).map(([seat, bytes]) => ({ seat, bytes }));
}
