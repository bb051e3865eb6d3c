/** `npm run play -- --learn mexica`: the lessons of a game, as the page has them, without a server. */
import { COURSES, isCourse, loadCourse } from '@flower-war/rules/courses';
import { type Course, type Lesson, lessonMatch, standingIn, textsOf } from '@flower-war/rules/lesson';
import { advanced, explainedIn, type LocalMatch, newest, shownIn, takenBack, withMove } from '@flower-war/rules/local';
import { playable } from '@flower-war/rules/playable';
import type { Speech } from '@flower-war/words';
import { type Drawing, drawingOf, fittingPicture, seatName } from '../draw/index.ts';
import { Problem } from '../screen/problem.ts';
import type { Teletype } from '../screen/teletype.ts';
import { type Cards, cardsIn } from '../words/cards.ts';
import { editionName } from '../words/words.ts';

const BOARD_ROWS = 14;

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
  for (const lesson of course.lessons.slice(first))
    if (!(await new Lecture(await roomOf(course, lesson, teletype)).run())) return false;
  teletype.say('', teletype.words.screen.learn.end(course.game, course.preset));
  return true;
}

interface Room {
  readonly course: Course;
  readonly lesson: Lesson;
  readonly teletype: Teletype;
  readonly match: LocalMatch;
  readonly cards: Cards;
  readonly drawing: Drawing<unknown>;
}

async function roomOf(course: Course, lesson: Lesson, teletype: Teletype): Promise<Room> {
  const { game } = await playable(course.game);
  const cards = cardsIn((game.cards ?? []) as Parameters<typeof cardsIn>[0], course.game, teletype.words);
  const drawing = drawingOf(course.game, teletype.words);
  return { course, lesson, teletype, match: lessonMatch(game, course, lesson), cards, drawing };
}

/** One lesson at the terminal. */
class Lecture {
  private readonly room: Room;
  private match: LocalMatch;

  constructor(room: Room) {
    this.room = room;
    this.match = room.match;
  }

  async run(): Promise<boolean> {
    const { course, lesson, teletype } = this.room;
    const { learn: texts } = teletype.words.screen;
    const told = textsOf(lesson, teletype.words.language);
    const number = course.lessons.indexOf(lesson) + 1;
    teletype.say('', teletype.paint('bold', texts.title(number, course.lessons.length, told.title)), told.goal);
    for (;;) {
      const standing = standingIn(course, lesson, this.match);
      if (standing.kind === 'done') {
        teletype.say('', `${texts.well} ${told.why}`);
        return true;
      }
      if (standing.kind === 'astray') this.goBack();
      else if (standing.next?.seat !== lesson.seat) this.take(advanced(this.match));
      else if (!(await this.ask())) return false;
    }
  }

  private take(match: LocalMatch): void {
    const { teletype } = this.room;
    this.match = match;
    const lines = newest(match).events.flatMap(
      (event) => teletype.words.event(this.room.course.game, event, this.speech()) ?? [],
    );
    teletype.say(...lines);
  }

  private goBack(): void {
    const { course, lesson, teletype } = this.room;
    while (standingIn(course, lesson, this.match).kind === 'astray')
      this.match = takenBack(this.match) ?? this.room.match;
    teletype.say(teletype.words.screen.learn.astray);
  }

  /** Says whether the learner has answered. */
  private async ask(): Promise<boolean> {
    const { course, lesson, teletype, drawing, cards } = this.room;
    const { learn: texts } = teletype.words.screen;
    const { view } = shownIn(this.match);
    const moves = explainedIn(this.match);
    const sentences = moves.map((move) => teletype.words.move(course.game, move as never, this.speech()));
    const page = { paint: teletype.paint, cards, columns: teletype.size.columns, rows: BOARD_ROWS };
    teletype.say('', ...fittingPicture(drawing, view, page), '');
    teletype.say(...sentences.map((sentence, place) => `${place + 1}  ${sentence}`), texts.ask);
    for (;;) {
      teletype.ask();
      const line = (await teletype.next())?.trim();
      if (line === undefined || line === 'q') return false;
      const chosen = moves[line === '' && moves.length === 1 ? 0 : Number(line) - 1];
      if (line === '?') {
        const next = lesson.steps[this.match.moments.length - 1];
        const place = moves.findIndex(({ move }) => next !== undefined && 'move' in next && next.move === move);
        teletype.say(textsOf(lesson, teletype.words.language).hint, texts.doThis(place + 1, sentences[place] ?? ''));
      } else if (chosen === undefined) teletype.say(texts.ask);
      else {
        const played = withMove(this.match, { seat: lesson.seat, move: chosen.move });
        if (!played.ok) throw new Error('a legal move is refused', { cause: played.reason });
        this.take(played.match);
        return true;
      }
    }
  }

  private speech(): Speech {
    const { drawing, cards } = this.room;
    const { view } = shownIn(this.match);
    return { name: (seat) => seatName(drawing, view, seat), cards };
  }
}
