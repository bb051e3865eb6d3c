import type { ViewOf } from '@flower-war/client';
import type { Cards } from '../../moves/cardWords.ts';
import type { TableProps } from '../../moves/choices.ts';

export type AztecsView = ViewOf<'space-aztecs'>;
export type City = AztecsView['cities'][number];

/** What every part of this table gets. */
export interface AztecsProps extends Omit<TableProps, 'view'> {
  readonly view: AztecsView;
}

/** The seats in the order of turns, the viewer's own city first. */
export function citiesFrom({ cities }: AztecsView, seat = 0): readonly number[] {
  return cities.map((_, index) => (seat + index) % cities.length);
}

/** The seat that holds a pile. */
export function holderOf({ cities }: AztecsView, pile: number): number | undefined {
  const seat = cities.findIndex((city) => city.pile === pile);
  return seat < 0 ? undefined : seat;
}

/** Where each open card lies: in a city, or under a temple or saucer. */
export function openCards({ cities }: AztecsView): ReadonlyMap<string, string> {
  return new Map(
    cities.flatMap(({ visible, codices, temples, saucers }, seat) => {
      const free = [...visible, ...codices, ...temples.map(({ card }) => card), ...saucers.map(({ card }) => card)];
      return [
        ...free.map((card) => [card, `city:${seat}`] as const),
        ...temples.flatMap(({ card, aztecs }) => aztecs.map((aztec) => [aztec, `card:${card}`] as const)),
        ...saucers.flatMap(({ card, captured }) => captured.map((aztec) => [aztec, `card:${card}`] as const)),
      ];
    }),
  );
}

// How a card is drawn. Its id tells its colour and its kind, as the legend of the game says: `P-A01`, `Y-T2`, `X5`.

type Colour = 'P' | 'Y' | 'B' | 'G' | 'X';

interface Look {
  readonly colour: Colour;
  /** What its picture shows. */
  readonly sign: string;
  /** The points that it says; 0 if it says none. */
  readonly points: number;
}

const KINDS: Readonly<Record<string, string>> = { A: 'aztec', T: 'temple', S: 'saucer' };

export function lookOf(id: string, cards: Cards): Look {
  const card = cards.get(id);
  const [, colour, kind = ''] = /^([PYBG])-([ATS])/.exec(id) ?? [];
  const plain = KINDS[kind] ?? 'codex';
  return { colour: (colour ?? 'X') as Colour, sign: card?.sign || plain, points: card?.points ?? 0 };
}
