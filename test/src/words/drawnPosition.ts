/** A position as the terminal draws it, without colours, for the pages. */
import { GAMES } from '@flower-war/rules';
import { drawingOf } from '@flower-war/terminal/draw';
import type { Words } from '@flower-war/words';

export function drawnPosition(words: Words, game: string, view: object): string {
  const cards = (GAMES.get(game)?.game.cards ?? []).map((card) => {
    const { title, text } = words.card(game, card);
    return [card.id, { ...card, title, text }] as const;
  });
  const lines = drawingOf(game).draw(view, (_, text) => text, new Map(cards));
  return lines.map((line) => line.trimEnd()).join('\n');
}
