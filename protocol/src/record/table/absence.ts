/** Changes of the player behind a seat: leaving, a bot that stands in, coming back, another player for good. */
import type { AnyGame, Seat } from '@flower-war/rules';
import type { EntryOf } from '../entry/entries.ts';
import { accepted, advanced, chanceOf, type EntryOutcome, type JudgedEntry, refused } from '../position/judgement.ts';
import type { Folding, Occupant, Position } from '../position/position.ts';
import { mayBeSubstituted, POLICIES } from './absencePolicies.ts';
import { keptAtFirst, withHabits } from './habits.ts';
import { afterLeaving, sits } from './host.ts';
import { patienceLeft } from './patience.ts';

type Absence = EntryOf<'absence'>;

export function absence(folding: Folding, position: Position, entry: Absence): JudgedEntry {
  if (!hasItsFields(entry)) return refused('not-its-fields');
  const occupant = position.occupants.get(entry.seat);
  if (entry.what === 'left' && occupant !== undefined) return standUp(position, entry, occupant);
  if (occupant?.kind !== 'player') return refused('no-player-there');
  if (position.status !== 'running') return refused('not-running');
  if (position.gone.includes(entry.seat)) return refused('has-left');
  // Other people may have to answer an open offer now, so it ends.
  const { offer: _, ...table } = position;
  return change(folding, table, { entry, occupant });
}

/** Only a change that a player asked for has an id, and each other field belongs to one kind of change. */
function hasItsFields({ what, bot, player, id }: Absence): boolean {
  const isAsked = what === 'resigned' || what === 'returned';
  return (
    (bot === undefined || what === 'bot') &&
    (player === undefined || what === 'substituted') &&
    (id === undefined || isAsked)
  );
}

/** A player gives a seat back, or the host empties it. */
function standUp(position: Position, { seat }: Absence, leaver: Occupant): EntryOutcome {
  if (position.status !== 'open') return refused('already-started');
  const occupants = new Map(position.occupants);
  occupants.delete(seat);
  return accepted(afterLeaving({ ...position, occupants }, leaver));
}

interface Change {
  readonly entry: Absence;
  readonly occupant: Extract<Occupant, { kind: 'player' }>;
}

function change(folding: Folding, position: Position, { entry, occupant }: Change): JudgedEntry {
  const { bot, since: _, ...person } = occupant;
  switch (entry.what) {
    case 'bot':
      if (POLICIES[position.created.table.absence].becomes !== 'bot') return refused('no-bots-at-this-table');
      if (entry.bot === undefined) return refused('no-bot-named');
      return (
        refusedTime(folding, position, entry) ?? seated(position, entry, { ...person, bot: entry.bot, since: entry.at })
      );
    case 'returned':
      return bot === undefined ? refused('no-bot-there') : seated(position, entry, person);
    case 'substituted':
      if (bot === undefined) return refused('no-bot-there');
      return mayBeSubstituted(position.created.table, occupant, entry.at)
        ? substitute(folding.engine, position, { entry, person })
        : refused('seat-kept');
    case 'retired':
      return refusedTime(folding, position, entry) ?? leave(folding, position, entry);
    case 'resigned':
      return leave(folding, position, entry);
    case 'left':
      return refused('already-started');
  }
}

/** Refuses a change if the player is neither too slow nor away. */
function refusedTime({ engine }: Folding, position: Position, { seat }: Absence): JudgedEntry | undefined {
  const reason = patienceLeft(engine, position, seat);
  return reason === undefined ? undefined : refused(reason);
}

function seated(position: Position, { seat }: Absence, occupant: Occupant): EntryOutcome {
  return accepted({ ...position, occupants: new Map(position.occupants).set(seat, occupant) });
}

interface Substitution {
  readonly entry: Absence;
  readonly person: Change['occupant'];
}

/** What the first player's client added to the dice stays with the seat; its wishes and habits do not. */
function substitute(engine: AnyGame, position: Position, { entry, person }: Substitution): EntryOutcome {
  const { player } = entry;
  if (player === undefined) return refused('no-player-named');
  if (sits(position, player)) return refused('sits-already');
  const wishes = new Map(position.wishes);
  wishes.delete(entry.seat);
  const habits = withHabits(position, entry.seat, keptAtFirst(engine, position.created));
  return seated({ ...position, wishes, habits }, entry, { ...person, player });
}

function leave({ engine }: Folding, position: Position, { seat, seq }: Absence): JudgedEntry {
  const { chance, drew } = chanceOf(position, seq);
  const left = engine.leave(position.state, seat as Seat, chance);
  const gone = [...position.gone, seat];
  return { ...advanced(engine, { ...position, state: left.state, gone }, left.events), drew: drew() };
}
