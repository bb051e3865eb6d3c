/** Moves: of a player, of a bot, of the clock, of a habit, and those that a wish makes in a hidden window. */
import type { Seat } from '@flower-war/rules';
import type { EntryOf } from '../entry/entries.ts';
import { advanced, chanceOf, type JudgedEntry, refused } from '../position/judgement.ts';
import { botOf, type Folding, type Position } from '../position/position.ts';
import { habitAnswer } from '../table/habitAnswers.ts';
import { isWished } from '../table/windows.ts';
import { clockRefusal } from '../table/windowTimes.ts';

export function move(folding: Folding, position: Position, entry: EntryOf<'move'>): JudgedEntry {
  if (position.status !== 'running') return refused('not-running');
  if (position.pause) return refused('paused');
  if (entry.by === 'wish') return wish(folding, position, entry);
  if (entry.by === 'habit') return habit(folding, position, entry);
  const occupant = position.occupants.get(entry.seat);
  // A player may move while a bot stands in for them. A bot may move only at a seat that it was given.
  const isTheirs = entry.by === 'bot' ? botOf(occupant) !== undefined : occupant?.kind === 'player';
  return isTheirs ? play(folding, position, entry) : refused('somebody-else-plays');
}

function play({ engine }: Folding, position: Position, entry: EntryOf<'move' | 'clock'>): JudgedEntry {
  const parsed: unknown = engine.parse(entry.move);
  if (parsed === undefined) return refused('bad-notation');
  const { chance, drew } = chanceOf(position, entry.seq);
  const applied = engine.apply(position.state, entry.seat as Seat, parsed, chance);
  if (!applied.ok) return refused(applied.reason);
  return { ...advanced(engine, { ...position, state: applied.state }, applied.events), drew: drew() };
}

export function clock(folding: Folding, position: Position, entry: EntryOf<'clock'>): JudgedEntry {
  const isToMove = () => folding.engine.toMove(position.state).includes(entry.seat as Seat);
  if (position.status !== 'running') return refused('not-running');
  if (position.pause) return refused('paused');
  if (!isToMove()) return refused('not-to-move');
  const refusal = clockRefusal(folding.engine, position, entry);
  return refusal === undefined ? playFallback(folding, position, entry) : refused(refusal);
}

function wish(folding: Folding, position: Position, entry: EntryOf<'move'>): JudgedEntry {
  return isWished(folding.engine, position, entry.seat)
    ? playFallback(folding, position, entry)
    : refused('not-wished');
}

/** A habit may play only what the rules say that it answers. */
function habit(folding: Folding, position: Position, entry: EntryOf<'move'>): JudgedEntry {
  const answer = habitAnswer(folding.engine, position);
  if (answer?.seat !== entry.seat) return refused('not-a-habit');
  return answer.move === entry.move ? play(folding, position, entry) : refused('not-the-habit');
}

/** The clock and a wish may play only the fallback of the rules. */
function playFallback(folding: Folding, position: Position, entry: EntryOf<'move' | 'clock'>): JudgedEntry {
  const { engine } = folding;
  const fallback: unknown = engine.fallback(position.state, entry.seat as Seat);
  return engine.format(fallback) === entry.move ? play(folding, position, entry) : refused('not-the-fallback');
}
