/** The names of seats and cards at a table, in the language of the page. */
import { useCallback, useMemo } from 'react';
import { useLanguage } from '../app/language.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked } from '../app/useAsked.ts';
import { cardsIn, seatName, type TableSpeech } from '../moves/cardWords.ts';

/** A match can be played before its cards have come, and also without them. */
export function useTableSpeech(game: string, view: object): TableSpeech {
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { value: listed } = useAsked(useCallback(() => client.cards(game), [client, game]));
  const cards = useMemo(() => cardsIn(listed ?? [], game, words), [listed, game, words]);
  return useMemo(() => ({ name: (seat) => seatName({ game, view }, seat, words), cards }), [game, view, words, cards]);
}
