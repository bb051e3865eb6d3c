/** What a player may type, and what it means. */
import { type AgreementKind, type Asks, PHRASES, type PhraseId } from '@flower-war/client';
import { readTempleWord, TEMPLE_HELP, type TempleCommand } from '../temples/commands.ts';
import { spelledDay } from '../words/spellings.ts';

export type Command =
  | TempleCommand
  | { readonly kind: 'move'; readonly move: string }
  | { readonly kind: 'help' | 'resign' | 'quit' | 'back' }
  | { readonly kind: 'offer'; readonly what: AgreementKind; readonly minutes: number }
  | { readonly kind: 'reply'; readonly isAccepted: boolean }
  | { readonly kind: 'asks'; readonly what: Asks }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'phrase'; readonly phrase: PhraseId }
  | { readonly kind: 'phrases' }
  | { readonly kind: 'mute'; readonly name: string }
  | { readonly kind: 'unclear'; readonly problem: string };

const WORDS: Readonly<Record<string, Command>> = {
  '?': { kind: 'help' },
  help: { kind: 'help' },
  resign: { kind: 'resign' },
  'ask all': { kind: 'asks', what: 'all' },
  'ask attacks': { kind: 'asks', what: 'attacks' },
  'ask none': { kind: 'asks', what: 'none' },
  'offer takeback': { kind: 'offer', what: 'takeback', minutes: 0 },
  'offer abort': { kind: 'offer', what: 'abort', minutes: 0 },
  'offer resume': { kind: 'offer', what: 'resume', minutes: 0 },
  accept: { kind: 'reply', isAccepted: true },
  decline: { kind: 'reply', isAccepted: false },
  back: { kind: 'back' },
  q: { kind: 'quit' },
  quit: { kind: 'quit' },
};

export const HELP = [
  'Type the number of a move, or the move itself as it is written in the list.',
  'Enter alone plays the move if there is only one. Other commands:',
  '  ?        shows this, and the board again',
  '  ask none, ask attacks, ask all',
  '           when the match stops to ask for your hidden cards: never, at attacks on you, always',
  '  offer takeback, offer abort, offer pause MINUTES, offer resume',
  '           asks the other players to agree',
  '  accept, decline',
  "           answers another player's offer",
  '  back     takes your seat back from the bot that stands in for you',
  ...TEMPLE_HELP,
  '  say hello there',
  '           says that to the players; if you only watch, to the other spectators',
  '  say      lists ready-made phrases; say /thanks says the phrase called thanks',
  '  mute Ana hides what Ana says',
  '  resign   gives the match up',
  '  q        leaves; a match that is running goes on without you',
];

/** Reads a command that means the same in every state of the match; `readMove` reads a move. */
export function readWord(line: string): Command | undefined {
  const text = line.trim().replace(/\s+/g, ' ').toLowerCase();
  const minutes = /^offer pause (\d{1,5})$/.exec(text)?.[1];
  if (minutes !== undefined) return { kind: 'offer', what: 'pause', minutes: Number(minutes) };
  return Object.hasOwn(WORDS, text) ? WORDS[text] : (readTempleWord(text) ?? readTalk(line));
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
  if (move !== undefined) return { kind: 'move', move };
  const choice = legal.length === 1 ? '1' : `1 to ${legal.length}`;
  return {
    kind: 'unclear',
    problem: `"${text}" is no move that you can play now: choose ${choice}, or type ? for help.`,
  };
}
