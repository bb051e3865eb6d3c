/** Makes the courses that the page and the terminal load of the lessons in rules/lessons. */
import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parse } from 'yaml';
import type { Lesson, LessonTexts, Scene } from '../src/lessons/lesson.ts';
import { playStep, scriptedChance } from '../src/tools/replay.ts';
import { type Staged, staged } from '../src/tools/scenario.ts';

const LESSONS = resolve(import.meta.dirname, '../lessons');
const SCENARIOS = resolve(import.meta.dirname, '../scenarios');
const MADE = resolve(import.meta.dirname, '../src/lessons/made');

/** The languages in which lessons are written, each in a file of its own. */
export const LANGUAGES = globSync('texts.*.yaml', { cwd: LESSONS })
  .map((file) => file.split('.')[1] ?? '')
  .toSorted();

type Fields = Readonly<Record<string, unknown>>;

/** A course as its author writes it. */
export interface WrittenCourse extends Fields {
  readonly game: string;
  readonly preset: string;
  readonly lessons: readonly WrittenLesson[];
  /** Rules that no lesson shows, with the reason. */
  readonly without?: Readonly<Record<string, string>>;
}

export interface WrittenLesson extends Fields {
  readonly id: string;
  /** The scenario that it is made of, in place of a position of its own: `flower-war/turns C4-1`. */
  readonly of?: string;
  readonly goal: object;
  readonly rules: readonly string[];
  readonly more?: Readonly<Record<string, string>>;
}

const TEACHING = ['of', 'seat', 'goal', 'rules', 'more'];

const read = (path: string): unknown => parse(readFileSync(path, 'utf8'));

/** Every course by its id. */
export const writtenCourses = (): ReadonlyMap<string, WrittenCourse> =>
  new Map(
    globSync('*.yaml', { cwd: LESSONS })
      .filter((file) => !file.startsWith('texts.'))
      .toSorted()
      .map((file) => [basename(file, '.yaml'), read(resolve(LESSONS, file)) as WrittenCourse]),
  );

/** By language, course and lesson. A file that leaves all out is empty. */
type Texts = Readonly<Record<string, Readonly<Record<string, LessonTexts>> | undefined>>;

const texts: Readonly<Record<string, Texts>> = Object.fromEntries(
  LANGUAGES.map((language) => [language, (read(resolve(LESSONS, `texts.${language}.yaml`)) ?? {}) as Texts]),
);

/** The scenario with this name: its file and its id. */
function scenarioNamed(name: string): Staged {
  const [file = '', id = ''] = name.split(' ');
  return staged(read(resolve(SCENARIOS, `${file}.yaml`)), id);
}

/** What a lesson is played with. */
function stagedLesson(course: WrittenCourse, lesson: WrittenLesson): Staged {
  if (lesson.of !== undefined) return scenarioNamed(lesson.of);
  const { lessons: _, without: __, ...file } = course;
  const scenario = Object.fromEntries(Object.entries(lesson).filter(([key]) => !TEACHING.includes(key)));
  return staged({ ...file, scenarios: [scenario] }, lesson.id);
}

/** The events of each step. It throws where a step goes otherwise than it says, or where luck is left over. */
function eventsOf({ entry: { game }, given, luck, steps }: Staged): readonly (readonly Event[])[] {
  const chance = scriptedChance(luck);
  let state = given;
  const events = steps.map(({ refused, ...step }) => {
    const played = playStep(game, state, { step: step as never, chance });
    if (played.ok !== (refused === undefined))
      throw new Error(`${JSON.stringify(step)}: ${played.ok ? 'is allowed' : `is refused: ${played.reason}`}`);
    if (!played.ok) return [];
    state = played.state;
    return played.events as readonly Event[];
  });
  if (chance.rest().length > 0) throw new Error(`luck is left over: ${JSON.stringify(chance.rest())}`);
  return events;
}

export interface Event {
  readonly kind: string;
}

function sceneOf({ given, luck, steps, names }: Staged, seat?: unknown): Scene {
  const own = seat === undefined ? (steps[0]?.seat ?? 0) : names.indexOf(String(seat));
  return { seat: own as Scene['seat'], given, luck, steps };
}

/** The scenarios that a course shows beside its lessons, by name. */
export function examplesOf({ lessons }: WrittenCourse): ReadonlyMap<string, Staged> {
  const names = lessons.flatMap(({ more = {} }) => Object.values(more));
  return new Map([...new Set(names)].map((name) => [name, scenarioNamed(name)]));
}

function madeLesson(id: string, course: WrittenCourse, lesson: WrittenLesson): Lesson {
  const { goal, rules, more = {} } = lesson;
  const own = LANGUAGES.flatMap((language) => {
    const text = texts[language]?.[id]?.[lesson.id];
    return text === undefined ? [] : [[language, text] as const];
  });
  const scene = sceneOf(stagedLesson(course, lesson), lesson.seat);
  return { id: lesson.id, ...scene, goal, rules, more, texts: Object.fromEntries(own) };
}

function madeCourse(id: string, course: WrittenCourse): object {
  const lessons = course.lessons.map((lesson) => {
    try {
      return madeLesson(id, course, lesson);
    } catch (error) {
      throw new Error(`lesson ${lesson.id} of ${id}: ${error instanceof Error ? error.message : error}`);
    }
  });
  const itemNames = course.lessons.length === 0 ? [] : stagedLesson(course, course.lessons[0] as never).entry.itemNames;
  const { game, preset, names, without = {} } = course;
  return { id, game, preset, names, itemNames, without, lessons };
}

/** What happens in each lesson, event by event: a changed rule changes it. */
const playedIn = (course: WrittenCourse): object =>
  Object.fromEntries(course.lessons.map((lesson) => [lesson.id, eventsOf(stagedLesson(course, lesson)).flat()]));

const lines = (items: object): string =>
  `{\n${Object.entries(items)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(',\n')}\n}\n`;

/** The text of each generated file, by its path. */
export function lessonFiles(): Readonly<Record<string, string>> {
  const courses = [...writtenCourses()];
  const made = courses.flatMap(([id, course]) => {
    const examples = [...examplesOf(course)].map(([name, scene]) => [name, sceneOf(scene)] as const);
    return [
      [resolve(MADE, `${id}.json`), lines(madeCourse(id, course))],
      [resolve(MADE, `${id}.examples.json`), lines(Object.fromEntries(examples))],
      [resolve(LESSONS, `played/${id}.json`), lines(playedIn(course))],
    ] as const;
  });
  return Object.fromEntries(made);
}
