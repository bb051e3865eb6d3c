/** What a player may type, and what it means. */
import { type AgreementKind, type Asks, PHRASES, type PhraseId } from '@flower-war/client';
import { NAHUATL, type Screen } from '@flower-war/words';
import { LANGUAGES } from '@flower-war/words/all';
import type { HabitsCommand } from '../asking/hints.ts';
import { own } from '../words.ts';
import { readTempleWord, type TempleCommand } from './temples.ts';

export type Command =
  | TempleCommand
  | { readonly kind: 'move'; readonly move: string }
  | { readonly kind: 'help' | 'board' | 'cards' | 'more' | 'hint' | 'resign' | 'quit' | 'back' | 'undo' }
  | { readonly kind: 'offer'; readonly what: Exclude<AgreementKind, 'undo'>; readonly minutes: number }
  | { readonly kind: 'reply'; readonly isAccepted: boolean }
  | { readonly kind: 'asks'; readonly what: Asks }
  | HabitsCommand
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'phrase'; readonly phrase: PhraseId }
  | { readonly kind: 'phrases' }
  | { readonly kind: 'mute'; readonly name: string }
  | { readonly kind: 'unclear'; readonly text: string };

const WORDS: Readonly<Record<string, Command>> = {
  '?': { kind: 'help' },
  help: { kind: 'help' },
  board: { kind: 'board' },
  cards: { kind: 'cards' },
  more: { kind: 'more' },
  hint: { kind: 'hint' },
  resign: { kind: 'resign' },
  'ask all': { kind: 'asks', what: 'all' },
  'ask attacks': { kind: 'asks', what: 'attacks' },
  'ask none': { kind: 'asks', what: 'none' },
  habits: { kind: 'habits', what: 'list' },
  'habits none': { kind: 'habits', what: 'none' },
  'habits usual': { kind: 'habits', what: 'usual' },
  'habits brisk': { kind: 'habits', what: 'brisk' },
  'habits swift': { kind: 'habits', what: 'swift' },
  'offer takeback': { kind: 'offer', what: 'takeback', minutes: 0 },
  'offer abort': { kind: 'offer', what: 'abort', minutes: 0 },
  'offer resume': { kind: 'offer', what: 'resume', minutes: 0 },
  accept: { kind: 'reply', isAccepted: true },
  decline: { kind: 'reply', isAccepted: false },
  back: { kind: 'back' },
  undo: { kind: 'undo' },
  q: { kind: 'quit' },
  quit: { kind: 'quit' },
};

/** What a language calls the words of commands. */
type Vocabulary = Pick<Screen['help'], 'heads' | 'others'>;

const NO_OTHER_WORDS: Vocabulary = { heads: {}, others: {} };

/** Reads a command that means the same in every state of the match; `readMove` reads a move. */
export function readWord(typed: string, vocabulary = NO_OTHER_WORDS): Command | undefined {
  const line = inEnglish(typed, vocabulary);
  const text = line.trim().replace(/\s+/g, ' ').toLowerCase();
  const minutes = /^offer pause (\d{1,5})$/.exec(text)?.[1];
  if (minutes !== undefined) return { kind: 'offer', what: 'pause', minutes: Number(minutes) };
  const habit = /^habits (\d{1,2})$/.exec(text)?.[1];
  if (habit !== undefined) return { kind: 'habits', what: Number(habit) };
  return Object.hasOwn(WORDS, text) ? WORDS[text] : (readTempleWord(text) ?? readTalk(line));
}

/** The command with English words. What a player says, and to whom, stays as it is. */
function inEnglish(line: string, { heads, others }: Vocabulary): string {
  const [head = '', ...rest] = line.trim().split(/\s+/);
  const verb = own(heads, head.toLowerCase());
  if (verb === undefined) return line;
  if (verb === 'say' || verb === 'mute') return `${verb}${line.trim().slice(head.length)}`;
  return [verb, ...rest.map((word) => own(others, word.toLowerCase()) ?? word)].join(' ');
}

/** Reads `say` and `mute`. No move of any game begins with these words. */
function readTalk(line: string): Command | undefined {
  const [, word = '', rest = ''] = /^\s*(say|mute)(?:\s+(.*))?$/i.exec(line) ?? [];
  const text = rest.trim();
  if (word.toLowerCase() === 'mute') return text === '' ? undefined : { kind: 'mute', name: text };
  if (word === '') return undefined;
  if (text === '') return { kind: 'phrases' };
  return isPhrase(text.slice(1)) && text.startsWith('/')
    ? { kind: 'phrase', phrase: text.slice(1) as PhraseId }
    : { kind: 'say', text };
}

function isPhrase(id: string): boolean {
  return Object.hasOwn(PHRASES, id);
}

/** Reads a move, or its number in the list of legal moves, counted from 1. */
export function readMove(line: string, legal: readonly string[]): Command {
  const text = line.trim().replace(/\s+/g, ' ');
  if (text === '' && legal[0] !== undefined && legal.length === 1) return { kind: 'move', move: legal[0] };
  const move = /^\d+$/.test(text)
    ? legal[Number(text) - 1]
    : (legal.find((one) => one.toLowerCase() === text.toLowerCase()) ?? legal.find((one) => one === spelledDay(text)));
  return move === undefined ? { kind: 'unclear', text } : { kind: 'move', move };
}

// Days as people type them, in their language or in another usual spelling: `go Ollin`, `go crocodile`.

const OTHERS: Readonly<Record<string, string>> = {
  ollin: 'olin',
  earthquake: 'olin',
  movement: 'olin',
  knife: 'tecpatl',
  snake: 'coatl',
  nopal: 'xochitl',
  nopales: 'xochitl',
  cactus: 'xochitl',
  ozomatli: 'ozomahtli',
  cuetzpallin: 'cuetzpalin',
  ouiyahuitl: 'quiyahuitl',
  quihuitl: 'quiyahuitl',
  quiahuitl: 'quiyahuitl',
};

/** The day of each word that a language has for it, without accents. */
const TRANSLATED: ReadonlyMap<string, string> = new Map(
  LANGUAGES.flatMap(({ shortDay }) =>
    NAHUATL.map((name, index) => [plain(shortDay(index + 1)), name.toLowerCase()] as const),
  ),
);

const NAMES: ReadonlySet<string> = new Set(NAHUATL.map((name) => name.toLowerCase()));

/** The move with each day as the list of moves spells it. A move with the god rain never comes here: the list has it. */
function spelledDay(text: string): string {
  const [verb = '', ...words] = text.split(' ');
  return [verb.toLowerCase(), ...words.map(dayIn)].join(' ');
}

function dayIn(word: string): string {
  const typed = plain(word);
  const other = Object.hasOwn(OTHERS, typed) ? OTHERS[typed] : undefined;
  return other ?? TRANSLATED.get(typed) ?? (NAMES.has(typed) ? typed : word);
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
