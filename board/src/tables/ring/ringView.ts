/** Both games on the ring: what of their views a table shows in the same way, and in which words. */
import type { ViewOf } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { textsIn } from '../../language.tsx';
import type { TableSpeech } from '../../moves/cardWords.ts';
import type { TableProps } from '../../moves/choices.ts';
import { RING_TEXTS } from '../texts.ts';

export type FlowerView = ViewOf<'flower-war'>;
type MexicaView = ViewOf<'mexica'>;
export type RingView = FlowerView | MexicaView;
export type Tribe = RingView['tribes'][number];

/** In place of a seat: no tribe has taken the prize yet. A greater number: a tribe held it and has lost it. */
const UNTAKEN = 6;

export const isFlower = (view: RingView): view is FlowerView => 'discs' in view;

/** Whether a tribe has the prize. */
export const isHeld = (holder: number): boolean => holder < UNTAKEN;

/** By day: who holds its calendar disc or its week card. */
export const holdersIn = (view: RingView): readonly number[] => (isFlower(view) ? view.discs : view.weeks);

/** Where the prize of a day is: `there`, `gone`, or with a seat. */
export function prizeOf(view: RingView, day: number): 'there' | 'gone' | { readonly seat: number } {
  const holder = holdersIn(view)[day - 1] ?? UNTAKEN;
  if (holder === UNTAKEN) return 'there';
  return holder > UNTAKEN ? 'gone' : { seat: holder };
}

const prizesOf = (view: RingView, seat: number): number => holdersIn(view).filter((holder) => holder === seat).length;

const takenIn = (view: RingView): number => holdersIn(view).filter((holder) => holder !== UNTAKEN).length;

/** The seats whose tribe stands on the day. */
export function seatsOn({ tribes }: RingView, day: number): readonly number[] {
  return tribes.flatMap((tribe, seat) => (tribe.here && tribe.day === day ? [seat] : []));
}

/** The cards under a day, the top one last; Mexica has none. */
export const pileOn = (view: RingView, day: number) => (isFlower(view) ? (view.piles[day - 1]?.cards ?? []) : []);

/** The trap or lingering card that waits on a day. */
export function liveOn(view: RingView, day: number) {
  const top = pileOn(view, day).at(-1);
  return top?.live === true ? top : undefined;
}

/** Colours of tribes by where they come from. They stand beside the letters, never alone. */
export const colourOf = ({ compass }: Pick<Tribe, 'compass'>): string => `tribe ${compass}`;

/** What lies on the days: skulls, or the tokens of the older game. */
export const counterOf = (view: RingView): 'ring#skull' | 'ring#token' =>
  isFlower(view) ? 'ring#skull' : 'ring#token';

interface Doom {
  /** From 0 to 1: how far the lake has risen. */
  readonly flood: number;
  /** From 0 to 1: how near the invaders are. */
  readonly invasion: number;
}

/** How far the end has come that strikes as the gods stand now. While they are level, both lie before the city. */
export function doomOf(view: RingView): Doom {
  if (!view.apocalypse || view.countdown === 0 || view.ending === 'none') return { flood: 0, invasion: 0 };
  const done = isFlower(view) ? view.track : view.countdown - view.left;
  const come = Math.min(1, (done + 1) / (view.countdown + 1));
  const both = view.ending === 'open';
  return {
    flood: both || view.ending === 'flood' ? come : 0,
    invasion: both || view.ending !== 'flood' ? come : 0,
  };
}

/** What every part of the ring gets. */
export interface RingProps extends Omit<TableProps, 'view'> {
  readonly view: RingView;
}

// Where the days lie: on the edge of a square of six by six, as on the printed board.

interface Cell {
  /** From 1 on, as CSS counts. */
  readonly row: number;
  readonly column: number;
}

const COUNT = 20;

/** In the order of travel. */
export const DAYS: readonly number[] = Array.from({ length: COUNT }, (_, index) => index + 1);

const SIDE = 6;

/** Travel begins at the right, just above the middle, and goes up and round against the clock. */
const ROUND: readonly (readonly [first: number, last: number, from: Cell, step: Cell])[] = [
  [1, 2, { row: 3, column: SIDE }, { row: -1, column: 0 }],
  [3, 8, { row: 1, column: SIDE }, { row: 0, column: -1 }],
  [9, 12, { row: 2, column: 1 }, { row: 1, column: 0 }],
  [13, 18, { row: SIDE, column: 1 }, { row: 0, column: 1 }],
  [19, 20, { row: 5, column: SIDE }, { row: -1, column: 0 }],
];

export function cellOf(day: number): Cell {
  for (const [first, last, from, step] of ROUND)
    if (day >= first && day <= last)
      return { row: from.row + (day - first) * step.row, column: from.column + (day - first) * step.column };
  throw new Error(`the ring has no day ${day}`);
}

/** The day this many steps further along, forward or back. */
export const dayAfter = (day: number, steps: number): number => ((((day - 1 + steps) % COUNT) + COUNT) % COUNT) + 1;

/** The quarter of the sky to which a day belongs, 0 to 3: five days each, from the first on. */
export const quarterOf = (day: number): number => Math.floor((day - 1) / 5);

// What the things of the ring are, in words: for the names of buttons, and for a person who taps a thing.

export interface Telling {
  readonly words: Words;
  readonly speech: TableSpeech;
}

/** `Jaguar, 9 skulls, East is here, you can choose it (Ocelotl)`: it begins as the button does, so that people who speak to it find it. */
export function dayLabel(view: RingView, day: number, telling: Telling & { readonly isOpen: boolean }): string {
  const { words, isOpen } = telling;
  const short = words.shortDay(day);
  const parts = [short, ...aboutDay(view, day, telling), isOpen ? textsIn(RING_TEXTS, words).open : ''];
  return `${parts.filter(Boolean).join(', ')}${words.day(day).slice(short.length)}`;
}

/** What lies on a day, and who stands there, one fact each. */
export function aboutDay(view: RingView, day: number, { words, speech }: Telling): readonly string[] {
  const table = textsIn(RING_TEXTS, words);
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
export function figuresOf(view: RingView, seat: number, { words }: Pick<Telling, 'words'>): string {
  const tribe = view.tribes[seat];
  if (tribe === undefined) return '';
  const { stock, cards, prizes } = textsIn(RING_TEXTS, words);
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
export function endingLine(view: RingView, { words, speech }: Telling): string {
  const { ring } = words.screen;
  const level = view.warTally === view.rainTally && !view.favoured ? ring.forestalled : '';
  if (!view.apocalypse) {
    if (isFlower(view)) return `${ring.apocalypse}: ${ring.afterDiscs(TRIGGERS[view.mode] - takenIn(view))}`;
    const { warLake, rainLake, threshold } = view;
    return `${ring.apocalypse}: ${textsIn(RING_TEXTS, words).offered(warLake + rainLake, threshold, takenIn(view))}`;
  }
  const { name } = words.ending(view.ending);
  if (view.phase === 'over') return name;
  if (!isFlower(view)) return `${name}: ${ring.left(view.left, view.countdown)}${level}`;
  // The last step ends the match before its turn.
  return `${name}: ${ring.turnsLeft(view.countdown - view.track - 1, speech.name(view.counter))}${level}`;
}
