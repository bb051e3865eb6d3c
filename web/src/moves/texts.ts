/** Offerings in few words. */
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

export const BRIEF_TEXTS = { of: 'brief', en: EN, es: ES };
