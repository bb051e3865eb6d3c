/** Explains each kind of question to a player once. What was explained is kept beside the session file. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Screen } from '@flower-war/words';
import { own } from '../words/words.ts';

/** The file, beside that of the session. */
export function hintsFile(sessionFile: string): string {
  return join(dirname(sessionFile), 'hints.json');
}

export interface Hint {
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
