/** The lists of cards below a picture of the ring, with the texts of the cards. */

import { wrap } from '../screen/width.ts';
import type { Cards } from '../words/cards.ts';

/** Whether the printed cost is paid in this game. */
export type Costs = 'paid' | 'free';

const ID = 4;

/** A title and an entry for each card; long entries are wrapped. Without cards there is no title either. */
export function cardList(title: string, ids: readonly string[], words: Words): readonly string[] {
  if (ids.length === 0) return [];
  const lines = [...new Set(ids)].flatMap((id) => {
    const copies = ids.filter((other) => other === id).length;
    return cardLines(words, id, copies > 1 ? `(×${copies})` : '');
  });
  return ['', title, ...lines];
}

export interface Words {
  readonly cards: Cards;
  readonly costs: Costs;
}

/** `  W10   Dart Thrower (×2), action, cost 1: ATTACK CHOSEN`. */
export function cardLines({ cards, costs }: Words, id: string, remark: string): readonly string[] {
  const card = cards.get(id);
  const lead = `  ${id.padEnd(ID)}  `;
  if (card === undefined) return [`${lead}${remark}`.trimEnd()];
  const { title, timing, cost, text } = card;
  const name = `${lead}${title}${remark === '' ? '' : ` ${remark}`}, ${timing}`;
  return wrap(`${name}${costs === 'paid' ? `, cost ${cost}` : ''}${text === '' ? '' : `: ${text}`}`, ID + 4);
}
