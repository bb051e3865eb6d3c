/** Before the first move: players and bots sit down, and the match starts. */
import { matchSeed } from '../chance/keyedChance.ts';
import type { EntryOf } from '../entry/entries.ts';
import { accepted, chanceOf, type EntryOutcome, type JudgedEntry, refused, withResult } from '../position/judgement.ts';
import { type Folding, isFull, isSeatFree, type Occupant, type Position } from '../position/position.ts';
import { afterSitting, sits } from '../table/host.ts';
import { habitsAtFirst } from '../table/habits.ts';
import { seedAfter } from './restore.ts';

export function sitDown(position: Position, entry: EntryOf<'seated'>): EntryOutcome {
  if (position.status !== 'open') return refused('already-started');
  if (!isSeatFree(position, entry.seat)) return refused('seat-taken');
  if (entry.by === 'player' && sits(position, entry.player)) return refused('sits-already');
  const occupant: Occupant =
    entry.by === 'bot'
      ? { kind: 'bot', bot: entry.bot }
      : { kind: 'player', player: entry.player, contribution: entry.contribution };
  return accepted(
    afterSitting({ ...position, occupants: new Map(position.occupants).set(entry.seat, occupant) }, entry),
  );
}

export function start({ engine, secret }: Folding, position: Position, entry: EntryOf<'started'>): JudgedEntry {
  if (position.status !== 'open') return refused('already-started');
  if (!isFull(position)) return refused('seats-free');
  const { match, options, seats, from } = position.created;
  const seed = seedAfter(matchSeed(secret, match, contributionsOf(position)), position.restores);
  const { chance, drew } = chanceOf({ ...position, seed }, entry.seq);
  const state: unknown = from ? engine.reshuffle(from.state, chance) : engine.setup(options, seats, chance);
  const habits = habitsAtFirst(engine, position);
  const settled = withResult(engine, { ...position, status: 'running', seed, state, habits });
  // A match that goes on from a position is in the middle of a turn.
  return { ok: true, position: settled, events: from ? [] : (engine.opening?.(state) ?? []), drew: drew() };
}

function contributionsOf({ occupants }: Position): ReadonlyMap<number, string> {
  const given = new Map<number, string>();
  for (const [seat, occupant] of occupants) if (occupant.kind === 'player') given.set(seat, occupant.contribution);
  return given;
}
