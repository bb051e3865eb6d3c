/** What a person plays alone, as the page has it: the lessons of a game and its puzzles. No server is needed. */
import { FlowerWarClient } from '@flower-war/client';
import { COURSES, isCourse, loadCourse } from '@flower-war/rules/courses';
import { type Course, type Lesson, lessonMatch, standingIn, textsOf } from '@flower-war/rules/lesson';
import { advanced, explainedIn, type LocalMatch, newest, shownIn, takenBack, withMove } from '@flower-war/rules/local';
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
import { Problem, type Teletype } from '../screen.ts';
import { type Cards, cardsIn, editionName } from '../words.ts';

const BOARD_ROWS = 14;
type Played = Awaited<ReturnType<typeof playable>>['game'];

/** The board of a match on this machine. */
class Board {
  match: LocalMatch;
  readonly teletype: Teletype;
  private readonly game: string;
  private readonly cards: Cards;
  private readonly drawing: Drawing<unknown>;

  private constructor(id: string, teletype: Teletype, { game, match }: { game: Played; match: LocalMatch }) {
    this.game = id;
    this.teletype = teletype;
    this.match = match;
    this.cards = cardsIn(
      (game.cards ?? []) as Parameters<typeof cardsIn>[0],
      { game: id, options: match.setting.options },
      teletype.words,
    );
    this.drawing = drawingOf(id, teletype.words);
  }

  static async of(id: string, teletype: Teletype, begin: (game: Played) => LocalMatch): Promise<Board> {
    const { game } = await playable(id);
    return new Board(id, teletype, { game, match: begin(game) });
  }

  get speech(): Speech {
    const { view } = shownIn(this.match);
    return { name: (seat) => seatName(this.drawing, view, seat), cards: this.cards };
  }

  lines(): readonly string[] {
    const { paint, size } = this.teletype;
    const page = { paint, cards: this.cards, columns: size.columns, rows: BOARD_ROWS };
    return fittingPicture(this.drawing, shownIn(this.match).view, page);
  }

  /** The moves that may be played, each in a sentence. */
  moves() {
    return explainedIn(this.match).map((move) => ({
      ...move,
      sentence: this.teletype.words.move(this.game, move as never, this.speech),
    }));
  }

  /** What happened last. */
  told(speech = this.speech): readonly string[] {
    return newest(this.match).events.flatMap((event) => this.teletype.words.event(this.game, event, speech) ?? []);
  }

  play(seat: number, move: string): void {
    const played = withMove(this.match, { seat: seat as never, move });
    if (!played.ok) throw new Error('a legal move is refused', { cause: played.reason });
    this.match = played.match;
  }
}

const numbered = (moves: ReturnType<Board['moves']>): readonly string[] =>
  moves.map(({ sentence }, place) => `${place + 1}  ${sentence}`);

// `npm run play -- --learn mexica`: the lessons of a game.

/** Plays the lessons of a course, from the one that is named on. Says whether the learner came to the end. */
export async function learn(wanted: string, teletype: Teletype): Promise<boolean> {
  const [id = '', from] = wanted.split('/');
  if (!isCourse(id)) throw new Problem(({ unknown }) => unknown.course(id, COURSES.join(', ')));
  const course = await loadCourse(id);
  const first = from === undefined ? 0 : course.lessons.findIndex((lesson) => lesson.id === from);
  if (first < 0)
    throw new Problem(({ unknown }) =>
      unknown.course(wanted, course.lessons.map((one) => `${id}/${one.id}`).join(', ')),
    );
  teletype.say(teletype.paint('bold', editionName(teletype.words.screen, course.preset)));
  for (const lesson of course.lessons.slice(first)) {
    const board = await Board.of(course.game, teletype, (game) => lessonMatch(game, course, lesson));
    if (!(await learned(course, lesson, board))) return false;
  }
  teletype.say('', teletype.words.screen.learn.end(course.game, course.preset));
  return true;
}

async function learned(course: Course, lesson: Lesson, board: Board): Promise<boolean> {
  const { teletype, match: first } = board;
  const { learn: texts } = teletype.words.screen;
  const told = textsOf(lesson, teletype.words.language);
  const number = course.lessons.indexOf(lesson) + 1;
  teletype.say('', teletype.paint('bold', texts.title(number, course.lessons.length, told.title)), told.goal);
  for (;;) {
    const standing = standingIn(course, lesson, board.match);
    if (standing.kind === 'done') {
      teletype.say('', `${texts.well} ${told.why}`);
      return true;
    }
    if (standing.kind === 'astray') {
      while (standingIn(course, lesson, board.match).kind === 'astray') board.match = takenBack(board.match) ?? first;
      teletype.say(texts.astray);
    } else if (standing.next?.seat !== lesson.seat) {
      board.match = advanced(board.match);
      teletype.say(...board.told());
    } else if (!(await answered(lesson, board))) return false;
  }
}

/** Says whether the learner has answered. */
async function answered(lesson: Lesson, board: Board): Promise<boolean> {
  const { teletype } = board;
  const { learn: texts } = teletype.words.screen;
  const moves = board.moves();
  teletype.say('', ...board.lines(), '');
  teletype.say(...numbered(moves), texts.ask);
  for (;;) {
    const line = (await teletype.answer())?.trim();
    if (line === undefined || line === 'q') return false;
    const chosen = moves[line === '' && moves.length === 1 ? 0 : Number(line) - 1];
    if (line === '?') {
      const next = lesson.steps[board.match.moments.length - 1];
      const place = moves.findIndex(({ move }) => next !== undefined && 'move' in next && next.move === move);
      const { hint } = textsOf(lesson, teletype.words.language);
      teletype.say(hint, texts.doThis(place + 1, moves[place]?.sentence ?? ''));
    } else if (chosen === undefined) teletype.say(texts.ask);
    else {
      board.play(lesson.seat, chosen.move);
      teletype.say(...board.told());
      return true;
    }
  }
}

// `npm run play -- --puzzle day`: puzzles; with `--url` those of that server.

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
    if (puzzle === undefined) continue;
    const board = await Board.of(puzzle.game, teletype, (game) => puzzleMatch(game, puzzle));
    if (!(await solved(puzzle, board))) return false;
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

/** Asks for an answer until there is one, and tells what each is worth. Says whether there was one. */
async function solved(puzzle: Puzzle, board: Board): Promise<boolean> {
  const { teletype, speech } = board;
  const { words, paint } = teletype;
  const texts = puzzleTexts(words);
  const title = `${editionName(words.screen, puzzle.preset)}: ${texts.themes[puzzle.theme]} · ${texts.hard(puzzle.rating)}`;
  const moves = board.moves();
  teletype.say('', paint('bold', title), ...board.lines(), '');
  teletype.say(texts.ask(speech.name(puzzle.seat)), ...numbered(moves), texts.type);
  for (;;) {
    const line = (await teletype.answer())?.trim();
    if (line === undefined || line === 'q') return false;
    const chosen = moves[Number(line) - 1];
    if (chosen !== undefined) {
      tell(puzzle, board, chosen.move);
      return true;
    }
    teletype.say(texts.type);
  }
}

function tell({ game, seat, best, answers }: Puzzle, board: Board, chosen: string): void {
  const { teletype, match, speech } = board;
  const { words } = teletype;
  const texts = puzzleTexts(words);
  const moves = board.moves();
  const right = moves.find(({ move }) => move === best[0]);
  const reason =
    right && reasonFor(words, { game, view: shownIn(match).view, seat, move: right as never, name: speech.name });
  const worth = moves.map(({ move, sentence }) => ({ n: answers[move] ?? 0, sentence }));
  const told = worth.toSorted((a, b) => b.n - a.n).map(({ n, sentence }) => `${sentence} (${texts.won(n)})`);
  board.play(seat, chosen);
  teletype.say(...board.told(speech), '', teletype.paint('bold', best.includes(chosen) ? texts.right : texts.wrong));
  teletype.say(...(reason === undefined ? [] : [reason]), ...told, texts.how);
}
