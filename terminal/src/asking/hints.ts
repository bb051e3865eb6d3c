/** Explains each kind of question to a player once. What was explained is kept beside the session file. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LiveMatch, Pace } from '@flower-war/client';
import type { Screen, Words } from '@flower-war/words';
import { own } from '../words.ts';

/** The file, beside that of the session. */
export function hintsFile(sessionFile: string): string {
  return join(dirname(sessionFile), 'hints.json');
}

interface Hint {
  /** The same for all games that ask this question. */
  readonly id: string;
  readonly text: string;
}

/** What is to say about the question that a view asks; nothing for a question of a newer server. */
export function hintOn(game: string, view: unknown, { hints }: Pick<Screen, 'hints'>): Hint | undefined {
  const table = game === 'flower-war' || game === 'mexica' ? 'ring' : game;
  const phase = typeof view === 'object' && view !== null && 'phase' in view ? String(view.phase) : '';
  const text = own(own<Readonly<Record<string, string>>>(hints, table) ?? {}, phase);
  return text === undefined ? undefined : { id: `${table}/${phase}`, text };
}

/** Which hints a player has read. Without a file it remembers them for this visit alone. */
export class ReadHints {
  private readonly file: string | undefined;
  private readonly read: Set<string>;

  constructor(file: string | undefined) {
    this.file = file;
    this.read = new Set(file === undefined ? [] : idsIn(file));
  }

  /** Says whether the hint is new to the player, and remembers it. */
  isNew({ id }: Hint): boolean {
    if (this.read.has(id)) return false;
    this.read.add(id);
    this.keep();
    return true;
  }

  /** A folder that cannot be written is not a reason to stop a match: the hint comes again next time. */
  private keep(): void {
    if (this.file === undefined) return;
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      writeFileSync(this.file, JSON.stringify([...this.read].sort()), { mode: 0o600 });
    } catch {}
  }
}

/** A file that is missing or damaged holds nothing. */
function idsIn(file: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

// The habits of a player: what the match answers by itself, and how the player switches that.

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
