/** The habits of a player: what the match answers by itself, and how the player switches that. */
import type { LiveMatch, Pace } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import type { Hint } from './hints.ts';

type Kept = Pick<LiveMatch, 'habits'>;

/** What to do with the habits: list them, keep those of a pace, or switch one by its number in the list. */
export interface HabitsCommand {
  readonly kind: 'habits';
  readonly what: Pace | number | 'list';
}

/** Each habit with its number, and whether the player keeps it. */
export function habitLines({ habits }: Kept, game: string, words: Words): readonly string[] {
  const all = words.habits(game);
  const { none, on, off, how } = words.screen.habits;
  if (all.length === 0) return [none];
  const lines = all.map(({ name, about }, index) => `${index + 1}  ${habits.includes(name) ? on : off}  ${about}`);
  return [...lines, how];
}

/** What to keep from now on; nothing if there is no habit of this number. */
export function keptAfter(
  { habits }: Kept,
  game: string,
  { words, what }: { readonly words: Words; readonly what: Pace | number },
) {
  if (typeof what === 'string') return what;
  const name = words.habits(game)[what - 1]?.name;
  if (name === undefined) return undefined;
  return habits.includes(name) ? habits.filter((one) => one !== name) : [...habits, name];
}

/** What a player reads once at the beginning of a match: what habits do, or that there are any. */
export function habitsHint({ habits }: Kept, game: string, words: Words): Hint | undefined {
  if (words.habits(game).length === 0) return undefined;
  const { told, offered } = words.screen.habits;
  return habits.length > 0 ? { id: 'habits/told', text: told } : { id: 'habits/offered', text: offered };
}
