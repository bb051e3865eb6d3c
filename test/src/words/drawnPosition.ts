/** A position as the terminal draws it, without colours, for the pages. */
import { GAMES } from '@flower-war/rules';
import { cardsIn, drawingOf } from '@flower-war/terminal/draw';
import type { Words } from '@flower-war/words';

export function drawnPosition(words: Words, game: string, view: object): string {
  const cards = cardsIn(GAMES.get(game)?.game.cards ?? [], game, words);
  const lines = drawingOf(game, words).draw(view, (_, text) => text, cards);
  return lines.map((line) => line.trimEnd()).join('\n');
}
