/** What games and their editions are called. What this version does not know keeps its own name. */
import type { Screen, Words } from '@flower-war/words';
import { own } from './own.ts';

export function gameName({ names }: Pick<Screen, 'names'>, game: string): string {
  return own(names.games, game) ?? game;
}

export function editionName({ names }: Pick<Screen, 'names'>, preset: string): string {
  return own(names.editions, preset) ?? preset;
}

export function goalOf({ goals }: Pick<Screen, 'goals'>, game: string): string | undefined {
  return own(goals, game);
}

interface Holder {
  readonly kind: string;
  readonly name: string;
}

/** The name of a person as it is, and that of a bot as its language calls it. */
export function holderName({ kind, name }: Holder, words: Words): string {
  return kind === 'bot' ? words.bot(name).name : name;
}
