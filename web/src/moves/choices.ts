/** Legal moves as a person reads them. */
import type { LegalMove } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import type { TableSpeech } from './cardWords.ts';
import { type Choice, picksOf } from './picks.ts';
import { stakesOf } from './stakes.ts';

interface Told {
  readonly game: string;
  readonly words: Words;
  readonly speech: TableSpeech;
}

export function choiceOf(move: LegalMove, { game, words, speech }: Told): Choice {
  const card: unknown = move['card'];
  const about = typeof card === 'string' ? (speech.cards.get(card)?.text ?? '') : '';
  const sentence = words.move(game, move, speech);
  const isPaidInBeads = move.beads === true;
  return { move: move.move, sentence, about, picks: picksOf(move), isPaidInBeads, ...stakesOf(move) };
}
