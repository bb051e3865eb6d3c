/** The lists of cards below a picture of the ring, with the texts of the cards. */

import { wrap } from '../../screen/width.ts';
import type { Texts } from './game.ts';

type Page = Pick<Texts, 'cards' | 'columns'>;

const INDENT = 4;

/** A title and an entry for each card; long entries are wrapped. Without cards there is no title either. */
export function cardList(title: string, ids: readonly string[], page: Page): readonly string[] {
  if (ids.length === 0) return [];
  const lines = [...new Set(ids)].flatMap((id) => {
    const copies = ids.filter((other) => other === id).length;
    return cardLines(page, id, copies > 1 ? `(×${copies})` : '');
  });
  return ['', title, ...lines];
}

/** `  Dart Thrower (×2): Attack a player. You may play it in your turn. It costs 1 skull.` */
export function cardLines({ cards, columns }: Page, id: string, remark: string): readonly string[] {
  const card = cards.get(id);
  const name = `  ${card?.title ?? id}${remark === '' ? '' : ` ${remark}`}`;
  const told = [card?.text ?? '', card?.when ?? '', card?.cost ?? ''].filter((part) => part !== '').join(' ');
  return wrap(told === '' ? name : `${name}: ${told}`, INDENT, columns);
}
