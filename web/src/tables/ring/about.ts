/** What the things of the ring are, in words: for the names of buttons, and for a person who taps a thing. */
import type { Words } from '@flower-war/words';
import type { Texts } from '../../app/texts/en.ts';
import type { TableSpeech } from '../../moves/cardWords.ts';
import { isFlower, liveOn, pileOn, prizeOf, prizesOf, type RingView, seatsOn, takenIn } from './ringView.ts';

export interface Telling {
  readonly words: Words;
  readonly texts: Texts;
  readonly speech: TableSpeech;
}

/** `Jaguar, 9 skulls, East is here, you can choose it (Ocelotl)`: it begins as the button does, so that people who speak to it find it. */
export function dayLabel(view: RingView, day: number, telling: Telling & { readonly isOpen: boolean }): string {
  const { words, texts, isOpen } = telling;
  const short = words.shortDay(day);
  const parts = [short, ...aboutDay(view, day, telling), isOpen ? texts.table.open : ''];
  return `${parts.filter(Boolean).join(', ')}${words.day(day).slice(short.length)}`;
}

/** What lies on a day, and who stands there, one fact each. */
export function aboutDay(view: RingView, day: number, { texts, speech }: Telling): readonly string[] {
  const { table } = texts;
  const prize = prizeOf(view, day);
  const cards = pileOn(view, day);
  const live = liveOn(view, day);
  return [
    table.stock[isFlower(view) ? 'skulls' : 'tokens'](view.days[day - 1] ?? 0),
    typeof prize === 'object' ? table.prize[prizeKind(view)](speech.name(prize.seat)) : '',
    cards.length === 0 ? '' : table.pile(cards.length),
    live === undefined ? '' : table.live(speech.cards.get(live.card)?.title ?? live.card, speech.name(live.owner)),
    ...seatsOn(view, day).map((seat) => table.isHere(speech.name(seat))),
  ].filter(Boolean);
}

const prizeKind = (view: RingView) => (isFlower(view) ? 'disc' : 'week');

/** The texts of the cards that are in force on a day. */
export function rulesOn(view: RingView, day: number, { speech }: Telling): readonly string[] {
  const live = liveOn(view, day);
  const omen = isFlower(view) && view.omens.includes(day) ? omenCard(day) : undefined;
  const week = !isFlower(view) ? weekCard(day) : undefined;
  return [live?.card, omen, week].flatMap((card) => speech.cards.get(card ?? '')?.text ?? []);
}

const padded = (day: number) => `${day}`.padStart(2, '0');
/** The cards of the server that stand for calendar discs and for week cards. */
export const omenCard = (day: number): string => `C${padded(day)}`;
const weekCard = (day: number): string => `K${padded(day)}`;

/** `9 skulls · 3 cards · 1 disc` */
export function figuresOf(view: RingView, seat: number, { texts }: Pick<Telling, 'texts'>): string {
  const tribe = view.tribes[seat];
  if (tribe === undefined) return '';
  const { stock, cards, prizes } = texts.table;
  const held = prizesOf(view, seat);
  const parts = [
    stock[isFlower(view) ? 'skulls' : 'tokens'](tribe.skulls),
    cards(tribe.cards + tribe.pending),
    held === 0 ? '' : prizes[prizeKind(view)](held),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** How many discs bring the apocalypse. */
const TRIGGERS = { quick: 1, long: 2, epic: 3 } as const;

/** How near the end of the world is. */
export function endingLine(view: RingView, { words, texts, speech }: Telling): string {
  const { ring } = words.screen;
  const level = view.warTally === view.rainTally && !view.favoured ? ring.forestalled : '';
  if (!view.apocalypse) {
    if (isFlower(view)) return `${ring.apocalypse}: ${ring.afterDiscs(TRIGGERS[view.mode] - takenIn(view))}`;
    const { warLake, rainLake, threshold } = view;
    return `${ring.apocalypse}: ${texts.table.offered(warLake + rainLake, threshold, takenIn(view))}`;
  }
  const { name } = words.ending(view.ending);
  if (view.phase === 'over') return name;
  if (!isFlower(view)) return `${name}: ${ring.left(view.left, view.countdown)}${level}`;
  return `${name}: ${ring.turnsLeft(view.countdown - view.track, speech.name(view.counter))}${level}`;
}
