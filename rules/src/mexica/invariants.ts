/** What must hold in every state of Mexica. */
import type { Seat } from '../contract/game.ts';
import { brokenOnRing, completed as completedOnRing, inHands } from '../ring/invariants.ts';
import { fullDecks, type MexicaTable, signsOf } from './table.ts';

export function broken(table: MexicaTable): readonly string[] {
  const cards = [...inHands(table), ...discarded(table)];
  const all = Object.values(fullDecks(table.options)).flat();
  return [...brokenOnRing(table, cards, all), ...brokenWeeks(table), ...brokenCounts(table)];
}

/** Completes a position that an author wrote by hand. */
export const completed = (table: MexicaTable, written: object): MexicaTable =>
  completedOnRing(table, written, { full: fullDecks(table.options), used: discarded(table) });

const discarded = ({ discards }: MexicaTable): readonly string[] => Object.values(discards).flat();

function brokenWeeks({ weeks, issued }: MexicaTable): readonly string[] {
  return weeks.flatMap((holder, day) =>
    holder !== 'box' && !issued[day] ? [`week card ${day + 1} was never issued`] : [],
  );
}

function brokenCounts(table: MexicaTable): readonly string[] {
  const { lake, tally, phase, tribes, apocalypse, options } = table;
  const winner = phase.kind === 'over' ? phase.winner : undefined;
  const victors = tribes.flatMap((_, seat) => (signsOf(table, seat as Seat) === 3 && seat !== winner ? [seat] : []));
  return [
    ...(lake.war === tally.war && lake.rain === tally.rain ? [] : ['a lake and its tally differ']),
    ...victors.map((seat) => `seat ${seat} has three signs, and the match goes on`),
    ...(apocalypse.kind === 'counting' && (apocalypse.left < 0 || apocalypse.left > options.countdown)
      ? ['the countdown is off the scale']
      : []),
  ];
}
