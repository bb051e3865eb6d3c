/** Offerings in few words, and piles by their places. */
type Names = Readonly<Record<string, string>>;

const EN = {
  to: (whom: string) => `Offer to ${whom}`,
  more: (price: number, stock: string, whom: string) => `Offer ${price} ${stock.toLowerCase()} to ${whom}`,
  card: { war: 'a War card', rain: 'a Rain card', day: 'a Day card' } as Names,
  stock: { 'flower-war': 'Skulls', mexica: 'Tokens' } as Names,
  left: (stock: string, left: number) => `${stock} left: ${left}`,
  take: (place: string, cards: number) => `Take ${place}: ${cards === 1 ? '1 card' : `${cards} cards`}.`,
};

const ES: typeof EN = {
  to: (whom) => `Ofrendar a ${whom}`,
  more: (price, stock, whom) => `Ofrendar ${price} ${stock.toLowerCase()} a ${whom}`,
  card: { war: 'una carta de Guerra', rain: 'una carta de Lluvia', day: 'una carta de Día' },
  stock: { 'flower-war': 'Calaveras', mexica: 'Fichas' },
  left: (stock, left) => `${stock} que quedan: ${left}`,
  take: (place, cards) => `Toma ${place}: ${cards === 1 ? '1 carta' : `${cards} cartas`}.`,
};

export const BRIEF_TEXTS = { of: 'brief', en: EN, es: ES };
