/** A record in words: its entries, what it proves, and the result. */
import { inspect } from 'node:util';
import type { FoldedEntry, MatchResult, Proof } from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import { compact, ID_SHOWN, wordsOf } from '../../src/match/record/entryKinds.ts';

// One entry as one line: its number, its seat, what was done, and the events.

const NUMBER_WIDTH = 4;
const WHO_WIDTH = 16;
const LAYOUT = { depth: 8, breakLength: 100, maxArrayLength: 200 };

/** What one entry did. */
export interface Step extends FoldedEntry {
  readonly engine: AnyGame;
}

export function entryLine({ entry, position: { occupants }, events }: Step): string {
  const seat = 'seat' in entry ? entry.seat : undefined;
  const who = seat === undefined ? '' : `seat ${seat} ${nameOf(occupants.get(seat))}`;
  const told = events.map(eventText).join('; ');
  const text = `${String(entry.seq).padStart(NUMBER_WIDTH)}  ${who.padEnd(WHO_WIDTH)} ${wordsOf(entry)}`;
  return told === '' ? text : `${text.padEnd(2 * NUMBER_WIDTH + 2 * WHO_WIDTH)}  ${told}`;
}

/** The whole view. The match is over, so nothing is secret any more. */
export function viewLines({ engine, position: { state } }: Step): readonly string[] {
  if (state === undefined) return [];
  return inspect(engine.view(state, 'all'), LAYOUT)
    .split('\n')
    .map((line) => `      ${line}`);
}

function nameOf(occupant: Step['position']['occupants'] extends ReadonlyMap<number, infer O> ? O | undefined : never) {
  return occupant?.kind === 'player' ? occupant.player.slice(0, ID_SHOWN) : (occupant?.bot ?? '');
}

/** `tossed seat=0 heads=3` */
function eventText(event: unknown): string {
  const { kind, ...fields } = event as { readonly kind: string };
  const details = Object.entries(fields).map(([field, value]) => `${field}=${compact(value)}`);
  return [kind, ...details].join(' ');
}

// A proof in sentences that claim no more than it shows.

/** What the signing key was compared with. */
export type KeyCheck =
  | { readonly kind: 'not-compared' }
  | { readonly kind: 'given' }
  | { readonly kind: 'published'; readonly by: string };

export function proofWords(proof: Proof, key: KeyCheck): readonly string[] {
  const { match, game, rulesVersion, entries, moves, contributors, signedBy } = proof;
  return [
    `The record of match ${match} is`,
    `  complete:   ${entries} entries from the first to the last, none changed, missing or out of order;`,
    `  consistent: ${moves} moves, played again by the rules of ${game} (version ${rulesVersion}), give the same result;`,
    ...origin(proof),
    '  fair:       the dice follow from the secret that the server committed to before the first player sat down,',
    `              ${added(contributors)};`,
    ...restored(proof),
    `  signed:     by the key ${signedBy},`,
    `              ${whose(key)}.`,
    ...resultWords(proof.result),
  ];
}

function origin({ from }: Proof): readonly string[] {
  if (from === undefined) return [];
  const where = `  goes on:    from entry ${from.seq} of match ${from.match},`;
  if (from.isCompared) return [where, '              where its record says the same, and verifies as well;'];
  return [where, '              which was not checked: compare with --parent FILE;'];
}

function restored({ restores }: Proof): readonly string[] {
  if (restores === 0) return [];
  const often = restores === 1 ? 'once' : `${restores} times`;
  return [
    `  restored:   ${often} from a backup, with other dice after it than before:`,
    '              the host of the server could choose which dice were to count;',
  ];
}

function added(contributors: readonly number[]): string {
  if (contributors.length > 0) return `and from what ${seatsIn(contributors)} added to it`;
  return 'but no player added to it: the server alone chose the dice, in advance';
}

function whose(key: KeyCheck): string {
  switch (key.kind) {
    case 'not-compared':
      return 'which was not compared with any other: add --key HEX or --url SERVER';
    case 'given':
      return 'which is the key given';
    case 'published':
      return `which is published by ${key.by}`;
  }
}

/** The result of a record in words. A record has no names of players, only seats. */
export function resultWords({ result, reason, winners, standings }: MatchResult): readonly string[] {
  const who = winners.length === 0 ? 'no player wins' : `${seatsIn(winners)} wins`;
  const rows = standings.map(({ seat, place, score, breakdown }) => {
    const parts = Object.entries(breakdown).map(([part, count]) => `${part} ${count}`);
    return `  ${place}.  seat ${seat}: ${score} (${parts.join(', ')})`;
  });
  return [`Result: ${result}, ${reason.replaceAll('-', ' ')}; ${who}.`, ...rows];
}

function seatsIn(seats: readonly number[]): string {
  return seats.map((seat) => `seat ${seat}`).join(' and ');
}
