/** Offerings in few words: what a tap does, what it brings, and what is left. A pile goes by its place. Other moves have the sentences of the game. */
import type { LegalMove } from '@flower-war/client';
import { textsIn } from '../app/language.tsx';
import type { SpokenGame } from './cardWords.ts';
import { BRIEF_TEXTS } from './texts.ts';

const GODS: Readonly<Record<string, string>> = { war: 'Huitzilopochtli', rain: 'Tlaloc' };

/** `Offer to Huitzilopochtli → a War card. Skulls left: 0`. Nothing for a move that is neither an offering with a price nor about a place. */
export function brief(move: LegalMove, { game, words, speech }: SpokenGame): string | undefined {
  const [whom, { skulls, left }] = [toWhom(move), record(move.costs)];
  const told = textsIn(BRIEF_TEXTS, words);
  const { verb, pile, cards } = move;
  const place = typeof pile === 'number' ? (speech.place?.(pile) ?? '') : '';
  if (verb === 'take' && place !== '' && typeof cards === 'number') return told.take(place, cards);
  const stock = told.stock[game];
  if (whom === undefined || stock === undefined || typeof skulls !== 'number' || typeof left !== 'number')
    return undefined;
  const deed = skulls === 1 ? told.to(whom) : told.more(skulls, stock, whom);
  const card = told.card[`${record(move.gives)['deck']}`];
  return `${deed}${card === undefined ? '' : ` → ${card}`}. ${told.left(stock, left)}`;
}

function toWhom({ verb, god }: LegalMove): string | undefined {
  if (verb === 'tonantzin') return 'Tonantzin';
  return verb === 'offer' && Object.hasOwn(GODS, `${god}`) ? GODS[`${god}`] : undefined;
}

const record = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;
