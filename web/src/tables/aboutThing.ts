/** What a thing on the table is, for a person who taps one that no move is about. */
import { cardIn, numberIn, type Pick } from '../moves/picks.ts';
import { aboutDay, figuresOf, rulesOn, type Telling } from './ring/about.ts';
import { ringIn } from './ringIn.ts';

export interface Thing {
  readonly title: string;
  readonly lines: readonly string[];
}

interface Seen {
  readonly game: string;
  readonly view: object;
}

export function aboutThing(seen: Seen, pick: Pick, telling: Telling): Thing {
  const card = cardIn(pick);
  const seat = numberIn(pick, 'seat');
  const day = numberIn(pick, 'day');
  if (day !== undefined) return thingOfDay(seen, day, telling);
  if (card !== undefined) return cardThing(card, telling);
  if (seat !== undefined) return { title: telling.speech.name(seat), lines: [figuresIn(seen, seat, telling)] };
  return godThing(pick, telling);
}

function thingOfDay(seen: Seen, day: number, telling: Telling): Thing {
  const ring = ringIn(seen);
  const lines = ring === undefined ? [] : [aboutDay(ring, day, telling).join(' · '), ...rulesOn(ring, day, telling)];
  return { title: telling.words.day(day), lines };
}

function cardThing(id: string, { speech }: Telling): Thing {
  const card = speech.cards.get(id);
  return card === undefined
    ? { title: id, lines: [] }
    : { title: card.title, lines: [card.text, card.when, card.cost].filter(Boolean) };
}

function godThing(pick: Pick, { words: { screen }, texts }: Telling): Thing {
  const { war, rain } = screen.ring;
  return { title: pick === 'god:war' ? war : rain, lines: [texts.table.god] };
}

/** What a seat owns; empty for games that show it on their table. */
export function figuresIn(seen: Seen, seat: number, { texts }: { readonly texts: Telling['texts'] }): string {
  const ring = ringIn(seen);
  return ring === undefined ? '' : figuresOf(ring, seat, { texts });
}
