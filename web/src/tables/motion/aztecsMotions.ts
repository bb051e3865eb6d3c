/** What moves between the piles and the cities of Space Aztecs. */
import { type AztecsView, openCards } from '../spaceAztecs/aztecsView.ts';
import type { Motion } from './motion.ts';

/** First the piles and the token of the Starting Player; then the cards. */
const [FIRST, THEN] = [0, 1];

export function aztecsMotions(from: AztecsView, to: AztecsView): readonly Motion[] {
  return [...starter(from, to), ...piles(from, to), ...cards(from, to)];
}

function starter({ starter: before }: AztecsView, { starter: now }: AztecsView): readonly Motion[] {
  if (before === now) return [];
  return [{ kind: 'comes', piece: `starter:${now}`, along: [`city:${before}`], stage: FIRST }];
}

function piles(from: AztecsView, to: AztecsView): readonly Motion[] {
  return to.cities.flatMap(({ pile }, seat) => {
    const before = from.cities[seat]?.pile ?? 0;
    if (before === pile) return [];
    const moved = { kind: 'goes', made: 'pile', n: 1, stage: FIRST } as const;
    const back = { ...moved, from: `city:${seat}`, to: `pile:${before}` };
    const taken = { ...moved, from: `pile:${pile}`, to: `city:${seat}` };
    return [...(before > 0 ? [back] : []), ...(pile > 0 ? [taken] : [])];
  });
}

/** A card that changes its place comes from where it lay. One that is new was hidden before. */
function cards(from: AztecsView, to: AztecsView): readonly Motion[] {
  const before = openCards(from);
  return [...openCards(to)].flatMap(([card, place]): readonly Motion[] => {
    const was = before.get(card);
    const piece = `card:${card}`;
    if (was === place) return [];
    if (was === undefined) return [{ kind: 'appears', piece, stage: THEN }];
    return [{ kind: 'comes', piece, along: [was], stage: THEN }];
  });
}
