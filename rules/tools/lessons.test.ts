/** Lessons cannot lie: each is played by the rules of today, by its own moves and by all others. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AnyGame, GAMES } from '../src/catalogue/games.ts';
import { COURSES, loadCourse, loadExamples } from '../src/lessons/courses.ts';
import { type Course, isReached, lessonMatch, standingIn, textsOf } from '../src/lessons/lesson.ts';
import { advanced, newest, shownIn, takenBack, withMove } from '../src/tools/localMatch.ts';
import { examplesOf, LANGUAGES, lessonFiles, writtenCourses } from './lessons.ts';

const WRITTEN = writtenCourses();
test.each(Object.entries(lessonFiles()).map(([path, text]) => [basename(path), path, text] as const))(
  '%s is what its lessons make under the rules of today; if a change is meant, run npm run docs',
  (_, path, text) => expect(readFileSync(path, 'utf8')).toBe(text),
);

test('the courses are those that are written, and each can be loaded', async () => {
  expect([...COURSES].toSorted()).toEqual([...WRITTEN.keys()].toSorted());
  for (const id of COURSES) expect((await loadCourse(id)).id).toBe(id);
});

const every = await Promise.all(
  COURSES.map(async (id) => {
    const course = await loadCourse(id);
    return course.lessons.map((lesson) => ({ name: `${id} ${lesson.id}`, course, lesson, game: gameOf(course) }));
  }),
);
const LESSONS = every.flat();

function gameOf({ game }: Course): AnyGame {
  const entry = GAMES.get(game);
  if (entry === undefined) throw new Error(`there is no game ${game}`);
  return entry.game;
}

describe.each(LESSONS)('$name', ({ course, lesson, game }) => {
  test('its own moves lead to its goal, each of them legal, and no sooner than the last', () => {
    let match = lessonMatch(game, course, lesson);
    expect(isReached(course, lesson.goal, newest(match).state), 'the goal is reached at the start').toBe(false);
    for (const [index, step] of lesson.steps.entries()) {
      const standing = standingIn(course, lesson, match);
      expect(standing, `step ${index + 1}`).toEqual({ kind: 'going', next: step });
      if (!('move' in step)) throw new Error('a seat that retires is not a lesson');
      if (step.seat === lesson.seat) {
        expect(shownIn(match).legal, `step ${index + 1}`).toContain(step.move);
        const played = withMove(match, step);
        if (!played.ok) throw new Error(played.reason);
        match = played.match;
      } else match = advanced(match);
    }
    expect(standingIn(course, lesson, match)).toEqual({ kind: 'done' });
  });

  test('the learner makes the first move; any other legal move is told, waits, and is taken back', () => {
    const start = lessonMatch(game, course, lesson);
    expect(lesson.steps[0]?.seat).toBe(lesson.seat);
    for (const move of shownIn(start).legal) {
      const tried = withMove(start, { seat: lesson.seat, move });
      if (!tried.ok) throw new Error(`${move}: ${tried.reason}`);
      const { kind } = standingIn(course, lesson, tried.match);
      const isNext = 'move' in (lesson.steps[0] ?? {}) && (lesson.steps[0] as { move: string }).move === move;
      if (!isNext && kind !== 'done') expect([kind, advanced(tried.match)]).toEqual(['astray', tried.match]);
      expect(takenBack(tried.match)).toEqual(start);
    }
  });

  test.each(LANGUAGES)('it is told in %s', (language) => {
    const text = textsOf({ ...lesson, texts: { [language]: lesson.texts[language] ?? ({} as never) } }, language);
    for (const part of ['title', 'goal', 'hint', 'why'] as const) {
      expect(text[part] ?? '', part).toMatch(/\S[.?!]?$/);
      expect(text[part]?.length, part).toBeLessThan(part === 'title' ? 40 : 420);
    }
  });
});

test.each([...WRITTEN])('%s has six to ten lessons, and no text of a lesson that there is not', (id, course) => {
  const ids = course.lessons.map((lesson) => lesson.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(6);
  expect(ids.length).toBeLessThanOrEqual(10);
  const KNOWN = 'id of seat given chance moves goal rules more options seats preset setup'.split(' ');
  for (const lesson of course.lessons) expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(lesson)));
  expect(id).toBe(course.preset);
});

test.each([...WRITTEN])('the examples of %s are of its own game', async (id, course) => {
  expect(Object.keys(await loadExamples(id as never))).toEqual([...examplesOf(course).keys()]);
  for (const [name, { entry }] of examplesOf(course)) expect(entry.game.id, name).toBe(course.game);
});
