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

/** The signs of cards and places as lines, drawn by our own hand in a square of 24. */
export const CARD_SIGNS: Readonly<Record<string, string>> = {
  aztec: 'M12 4a3.5 3.5 0 1 0 .1 0M5 21c0-6 3-9 7-9s7 3 7 9',
  villager: 'M12 5a3 3 0 1 0 .1 0M7 5c3-3 7-3 10 0M6 21c0-6 3-9 6-9s6 3 6 9M17 13v8M15 13h4',
  animal: 'M4 10l2-4 3 3h6l3-3 2 4v5c0 4-4 5-8 5s-8-1-8-5zM9 13h.1M15 13h.1M10 17h4',
  eagle: 'M4 12c3-6 9-8 14-4l3 3-4 1c1 5-3 8-8 8l-4-3 3-1zM15 10h.1M4 12l-2-5',
  jaguar: 'M5 8l3 2h8l3-2v7c0 3-3 5-7 5s-7-2-7-5zM9 13h.1M15 13h.1M7 17h.1M12 17h.1M17 17h.1M10 6h.1M14 6h.1',
  otomi: 'M9 4a3 3 0 1 0 .1 0M4 21c0-6 2-9 5-9s5 3 5 9M18 3v18M15 6l3-3 3 3',
  noble: 'M5 9l3 3 4-7 4 7 3-3-2 7H7zM7 19h10',
  priest: 'M12 4a3 3 0 1 0 .1 0M6 21l3-10h6l3 10zM12 11v10M9 16h6',
  alien: 'M12 3c-5 0-7 4-6 8s4 8 6 10c2-2 5-6 6-10s-1-8-6-8zM8 9c2 0 3 1 3 3M16 9c-2 0-3 1-3 3',
  agent: 'M4 8h16M7 8l1-4h8l1 4M8 12h3v2H8zM13 12h3v2h-3zM6 21c1-3 3-4 6-4s5 1 6 4',
  archivist: 'M5 5h6v15H5zM13 5h6v15h-6zM7 9h2M15 9h2M7 12h2M15 12h2',
  temple: 'M2 20h20l-3-5H5zM6 15h12l-2-5H8zM9 10h6V5H9zM12 20v-4',
  saucer:
    'M2 13c0-3 5-4 10-4s10 1 10 4-5 4-10 4-10-1-10-4zM7 9c0-3 2-5 5-5s5 2 5 5M7 13h.1M12 14h.1M17 13h.1M8 18l-2 4M16 18l2 4',
  codex: 'M4 5c3-1 5-1 8 1 3-2 5-2 8-1v14c-3-1-5-1-8 1-3-2-5-2-8-1zM12 6v14',
};

/** The places of the piles, from pile 1 on. */
export const PLACE_SIGNS: readonly string[] = [
  'M3 5h5v4h8V5h5v14h-5v-4H8v4H3zM12 10a2 2 0 1 0 .1 0', // ball court
  'M3 9h18l-2-5H5zM5 9v11h14V9M9 20v-6h6v6', // market
  'M5 20V12a7 7 0 0 1 14 0v8zM12 5v4M10 20v-5h4v5', // observatory
  'M2 16h20M2 12h20M5 16v4M12 16v4M19 16v4M4 8q4-4 8 0t8 0', // causeway
  'M4 12h16v4H4zM7 12V8M12 12V6M17 12V8M2 20q5-3 10 0t10 0', // floating gardens
  'M3 20h18M5 20V9h14v11M5 9l7-5 7 5M9 20v-6M15 20v-6', // palace
  'M2 20L9 8h6l7 12zM9 8q3 3 6 0M11 5q-2-2 0-3M14 5q2-2 0-3', // volcano
  'M3 9q3-3 6 0t6 0 6 0M3 14q3-3 6 0t6 0 6 0M3 19q3-3 6 0t6 0 6 0', // lake
];
