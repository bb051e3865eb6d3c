/** Offerings in few words: what a tap does, what it brings, and what is left. Other moves have the sentences of the game. */
import type { LegalMove } from '@flower-war/client';

type Names = Readonly<Record<string, string>>;

const EN = {
  to: (whom: string) => `Offer to ${whom}`,
  more: (price: number, stock: string, whom: string) => `Offer ${price} ${stock.toLowerCase()} to ${whom}`,
  card: { war: 'a War card', rain: 'a Rain card', day: 'a Day card' } as Names,
  stock: { 'flower-war': 'Skulls', mexica: 'Tokens' } as Names,
  left: (stock: string, left: number) => `${stock} left: ${left}`,
};

const ES: typeof EN = {
  to: (whom) => `Ofrendar a ${whom}`,
  more: (price, stock, whom) => `Ofrendar ${price} ${stock.toLowerCase()} a ${whom}`,
  card: { war: 'una carta de Guerra', rain: 'una carta de Lluvia', day: 'una carta de Día' },
  stock: { 'flower-war': 'Calaveras', mexica: 'Fichas' },
  left: (stock, left) => `${stock} que quedan: ${left}`,
};

const LANGUAGES: Readonly<Record<string, typeof EN>> = { en: EN, es: ES };
const GODS: Names = { war: 'Huitzilopochtli', rain: 'Tlaloc' };

/** `Offer to Huitzilopochtli → a War card. Skulls left: 0`. Nothing for a move that is no offering with a price. */
export function brief(move: LegalMove, game: string, language: string): string | undefined {
  const [whom, { skulls, left }] = [toWhom(move), record(move.costs)];
  const told = LANGUAGES[language] ?? EN;
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
