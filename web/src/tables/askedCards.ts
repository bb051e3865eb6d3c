/** The cards that the open question is about, so that a player can read them there. */
import type { CardWords } from '../moves/cardWords.ts';
import type { TableProps } from '../moves/tableProps.ts';
import { omenCard } from './ring/about.ts';
import { isFlower } from './ring/ringView.ts';
import { aztecsIn, ringIn } from './viewsIn.ts';

export function askedCards(table: Pick<TableProps, 'game' | 'view' | 'speech'>): readonly CardWords[] {
  return askedIn(table).flatMap((id) => table.speech.cards.get(id) ?? []);
}

function askedIn(seen: Pick<TableProps, 'game' | 'view'>): readonly string[] {
  const ring = ringIn(seen);
  if (ring === undefined) return [aztecsIn(seen)?.card ?? ''];
  const disc = isFlower(ring) && ring.phase === 'taking-disc' ? omenCard(ring.day) : '';
  return [ring.card, disc];
}
