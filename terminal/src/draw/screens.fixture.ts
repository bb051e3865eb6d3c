/** The questions of whole matches, and the screens that show them. */
import type { LegalMove } from '@flower-war/client';
import { type AnyGame, at, fastChance, resolveOptions, type Seat } from '@flower-war/rules';
import type { Words } from '@flower-war/words';
import { questionScreen } from '../asking/question.ts';
import { hintOn } from '../asking/hints.ts';
import { plain, type Size, wrap } from '../screen.ts';
import { cardsIn, textOn } from '../words.ts';
import { drawingOf, fittingPicture, seatName, wholePicture } from './index.ts';

const MOVES = 200;
/** They bring all kinds of questions soon. */
const OPTIONS = { length: 'short', mode: 'epic', discTiming: 'immediate', laterDiscs: 'active', battlePayment: 'one' };

export interface Moment {
  readonly view: object;
  readonly seat: Seat;
  readonly legal: readonly LegalMove[];
  readonly events: readonly { readonly kind: string }[];
}

/** The questions of a match of random moves, each with what its seat saw since its last one. */
export function* questions(game: AnyGame, seed: number, seats: number): Generator<Moment> {
  const chance = fastChance(seed);
  const known = Object.entries(OPTIONS).filter(([name]) => game.options.some((spec) => spec.name === name));
  const resolved = resolveOptions(game, undefined, Object.fromEntries(known));
  if (!resolved.ok) throw new Error('the options are known');
  let state = game.setup(resolved.options, seats, chance);
  let events: readonly object[] = [];
  for (let moves = 0; game.toMove(state).length > 0 && moves < MOVES; moves++) {
    const seat = at(game.toMove(state), 0);
    const legal = game.legalMoves(state, seat);
    const seen = events.flatMap((event) => game.viewEvent(event, seat) ?? []) as Moment['events'];
    const view = game.view(state, seat);
    const shown = { view, seat, options: resolved.options, legal };
    const moves = legal.map((move) => ({ move: game.format(move), verb: '', ...game.parts?.(shown, move) }));
    yield { view, seat, legal: moves, events: seen };
    const applied = game.apply(state, seat, chance.pick(legal), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
    events = [...events.slice(-20), ...applied.events];
  }
}

export function screensOf(id: string, game: AnyGame, words: Words) {
  const drawing = drawingOf(id, words);
  const cards = cardsIn((game.cards ?? []) as never, { game: id }, words);
  return ({ view, seat, legal, events }: Moment, size: Size) => {
    const name = (one: number) => seatName(drawing, view, one);
    const speech = { name, cards };
    const page = (rows: number) => ({ paint: plain, cards, columns: size.columns, rows });
    const told = events.flatMap((event) => words.event(id, event, speech) ?? []);
    const { earlier, screen } = questionScreen(
      {
        board: (rows) => fittingPicture(drawing, view, page(rows)),
        log: told.flatMap((sentence) => wrap(sentence, 4, size.columns)),
        hint: words.screen.match.hint(hintOn(id, view, words.screen)?.text ?? ''),
        time: [words.screen.table.onlyYou('59 s')],
        prompt: `${words.screen.match.yourMove(name(seat))} ${words.prompt(id, view, { ...speech, legal }) ?? ''}`,
        choices: legal.map((move) => ({
          sentence: words.move(id, move, speech),
          about: textOn(cards, move.move) ?? '',
        })),
      },
      size,
      { paint: plain, more: words.screen.match.more },
    );
    return { screen, above: [...earlier, ...wholePicture(drawing, view, page(size.rows))] };
  };
}
