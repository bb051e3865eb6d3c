/** Both games on the ring, and what of their views a table shows in the same way. */
import type { ViewOf } from '@flower-war/client';

export type FlowerView = ViewOf<'flower-war'>;
export type MexicaView = ViewOf<'mexica'>;
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

export const prizesOf = (view: RingView, seat: number): number =>
  holdersIn(view).filter((holder) => holder === seat).length;

export const takenIn = (view: RingView): number => holdersIn(view).filter((holder) => holder !== UNTAKEN).length;

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
