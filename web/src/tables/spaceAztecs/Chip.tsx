import { useLanguage, useTexts } from '../../app/language.tsx';
import { thingState } from '../thingState.ts';
import { cardLabel } from './about.ts';
import type { AztecsProps } from './aztecsView.ts';
import { lookOf } from './look.ts';
import { CARD_SIGNS } from './signs.ts';
import { AZTECS_TEXTS } from './texts.ts';

interface Props extends Pick<AztecsProps, 'speech' | 'things' | 'chosen' | 'choose'> {
  readonly card: string;
  /** Where the card lies, if not in the open. */
  readonly where: string;
  readonly isCovered?: boolean;
  readonly isChosen?: boolean;
  /** Shows the time of the card, too. */
  readonly isTimed?: boolean;
}

/** A small card as a button: its sign, the letter and the pattern of its colour, and its points. */
export function Chip({ card, where, isCovered = false, isChosen = false, isTimed = false, ...table }: Props) {
  const { words } = useLanguage();
  const texts = useTexts(AZTECS_TEXTS);
  const pick = `card:${card}` as const;
  const { colour, sign, points } = lookOf(card, table.speech.cards);
  const label = cardLabel(card, where, { words, speech: table.speech });
  const state = `${isCovered ? ' covered' : ''}${isChosen ? ' mine' : ''}${thingState(table, pick)}`;
  return (
    <button
      type="button"
      className={`chip of${colour}${state}`}
      data-at={pick}
      aria-label={table.things.has(pick) ? `${label}, ${texts.open}` : label}
      aria-pressed={table.chosen === pick}
      onClick={() => table.choose(pick)}
    >
      <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
        <path d={CARD_SIGNS[sign] ?? CARD_SIGNS['aztec'] ?? ''} />
      </svg>
      {isTimed && <span className="hour" data-letter={table.speech.cards.get(card)?.timing} />}
      <span className="letter" data-letter={colour === 'X' ? card : colour} />
      {points > 0 && <span className="points" data-letter={points} />}
    </button>
  );
}
