/** `npm run play -- --puzzle day`: puzzles, as the page has them, without a server; with `--url` those of that server. */
import { FlowerWarClient } from '@flower-war/client';
import { explainedIn, type LocalMatch, newest, shownIn, withMove } from '@flower-war/rules/local';
import { playable } from '@flower-war/rules/playable';
import {
  type ListedPuzzle,
  listPuzzles,
  loadPuzzle,
  type Puzzle,
  puzzleMatch,
  puzzleOfDay,
} from '@flower-war/rules/puzzles';
import type { Speech } from '@flower-war/words';
import { puzzleTexts, reasonFor } from '@flower-war/words/advice';
import { type Drawing, drawingOf, fittingPicture, seatName } from '../draw/index.ts';
import { Problem } from '../screen/problem.ts';
import type { Teletype } from '../screen/teletype.ts';
import { type Cards, cardsIn } from '../words/cards.ts';
import { editionName } from '../words/words.ts';

const BOARD_ROWS = 14;

interface Source {
  /** In the order of the days. */
  readonly list: () => Promise<readonly ListedPuzzle[]>;
  readonly load: (id: string) => Promise<Puzzle | undefined>;
}

export const WITH_THE_RULES: Source = { list: listPuzzles, load: loadPuzzle };

/** Without a player, so no answer counts there. */
export function servedBy(url: string): Source {
  const { puzzles } = new FlowerWarClient({ url });
  return {
    list: async () => (await puzzles.list()).puzzles as readonly ListedPuzzle[],
    load: async (id) => (await puzzles.get(id)) as unknown as Puzzle,
  };
}

interface Solving {
  readonly source: Source;
  readonly teletype: Teletype;
}

/** The puzzle of today, that with this name, or all of a game, the easiest first. Says whether each had an answer. */
export async function solvePuzzles(wanted: string, { source, teletype }: Solving): Promise<boolean> {
  for (const id of wantedIds(wanted, await source.list(), teletype)) {
    const puzzle = await source.load(id);
    if (puzzle !== undefined && !(await solved(puzzle, teletype))) return false;
  }
  return true;
}

function wantedIds(wanted: string, inOrder: readonly ListedPuzzle[], { words }: Teletype): readonly string[] {
  if (wanted === 'day') return [puzzleOfDay(inOrder, new Date()).id];
  const all = inOrder.toSorted((a, b) => a.rating - b.rating);
  const found = all.filter(({ id, game }) => id === wanted || game === wanted).map(({ id }) => id);
  const known = ['day', ...new Set(all.map(({ game }) => game))].join(', ');
  if (found.length === 0) throw new Problem(() => `${puzzleTexts(words).missing} ${known}`);
  return found;
}

interface Room {
  readonly puzzle: Puzzle;
  readonly teletype: Teletype;
  readonly match: LocalMatch;
  readonly cards: Cards;
  readonly drawing: Drawing<unknown>;
  readonly speech: Speech;
}

async function roomOf(puzzle: Puzzle, teletype: Teletype): Promise<Room> {
  const { game } = await playable(puzzle.game);
  const match = puzzleMatch(game, puzzle);
  const cards = cardsIn((game.cards ?? []) as Parameters<typeof cardsIn>[0], puzzle.game, teletype.words);
  const drawing = drawingOf(puzzle.game, teletype.words);
  const { view } = shownIn(match);
  const speech = { name: (seat: number) => seatName(drawing, view, seat), cards };
  return { puzzle, teletype, match, cards, drawing, speech };
}

/** Asks for an answer until there is one, and tells what each is worth. Says whether there was one. */
async function solved(puzzle: Puzzle, teletype: Teletype): Promise<boolean> {
  const room = await roomOf(puzzle, teletype);
  const { match, speech, drawing, cards } = room;
  const { words, paint, size } = teletype;
  const texts = puzzleTexts(words);
  const title = `${editionName(words.screen, puzzle.preset)}: ${texts.themes[puzzle.theme]} · ${texts.hard(puzzle.rating)}`;
  const moves = explainedIn(match);
  const sentences = moves.map((move) => words.move(puzzle.game, move as never, speech));
  const page = { paint, cards, columns: size.columns, rows: BOARD_ROWS };
  teletype.say('', paint('bold', title), ...fittingPicture(drawing, shownIn(match).view, page), '');
  teletype.say(
    texts.ask(speech.name(puzzle.seat)),
    ...sentences.map((sentence, place) => `${place + 1}  ${sentence}`),
    texts.type,
  );
  for (;;) {
    teletype.ask();
    const line = (await teletype.next())?.trim();
    if (line === undefined || line === 'q') return false;
    const chosen = moves[Number(line) - 1];
    if (chosen !== undefined) {
      tell(room, chosen.move, sentences);
      return true;
    }
    teletype.say(texts.type);
  }
}

function tell({ puzzle, teletype, match, speech }: Room, chosen: string, sentences: readonly string[]): void {
  const { words } = teletype;
  const texts = puzzleTexts(words);
  const { game, seat, best, answers } = puzzle;
  const played = withMove(match, { seat, move: chosen });
  if (!played.ok) throw new Error('a legal move is refused', { cause: played.reason });
  const events = newest(played.match).events.flatMap((event) => words.event(game, event, speech) ?? []);
  const moves = explainedIn(match);
  const right = moves.find(({ move }) => move === best[0]);
  const reason =
    right && reasonFor(words, { game, view: shownIn(match).view, seat, move: right as never, name: speech.name });
  const worth = moves.map(({ move }, place) => ({ n: answers[move] ?? 0, sentence: sentences[place] ?? move }));
  const told = worth.toSorted((a, b) => b.n - a.n).map(({ n, sentence }) => `${sentence} (${texts.won(n)})`);
  teletype.say(...events, '', teletype.paint('bold', best.includes(chosen) ? texts.right : texts.wrong));
  teletype.say(...(reason === undefined ? [] : [reason]), ...told, texts.how);
}
