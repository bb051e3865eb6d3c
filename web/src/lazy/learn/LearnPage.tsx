/** All lessons, and one of them at its table. */
import { COURSES, isCourse, loadCourse } from '@flower-war/rules/courses';
import { type Course, type Lesson, lessonMatch, standingIn, textsOf } from '@flower-war/rules/lesson';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LegalMove } from '@flower-war/client';
import { explainedIn } from '@flower-war/rules/local';
import { playable } from '@flower-war/rules/playable';
import { Coming, Problem, useAsked, useDeed } from '../../app/asked.tsx';
import { editionName, goalOf, useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { usePlayer, usualBot } from '../../app/player.tsx';
import { learnHref, Link, matchHref, navigate, useQuery, Way } from '../../app/navigation.tsx';
import { list, useSetting } from '../../app/setting.ts';
import { MatchHeader } from '../../match/Playing.tsx';
import { Example, Rules, seatsIn, Focused } from './Example.tsx';
import { LEARN } from './texts.ts';
import { sentencesOf } from '../../match/Story.tsx';
import { sentenceOf, type TableSpeech } from '@flower-war/board/drawing';
import { LocalPlaying, LocalTable } from '../local/LocalTable.tsx';
import { Button } from '../../ui/forms.tsx';
import './learn.css';

/** All lessons, the one that the address names, or of a course the first that was not done. */
export function LearnPage() {
  const [course, lesson, rule] = [useQuery('course'), useQuery('lesson'), useQuery('rule')];
  return course === undefined ? <AllLessons /> : <AtTable key={course} id={course} lesson={lesson} rule={rule} />;
}

const loadAll = () => Promise.all(COURSES.map(loadCourse));

function AllLessons() {
  const texts = useTexts(LEARN);
  useTitle(texts.title);
  const { value: courses, ...asked } = useAsked(loadAll);
  return (
    <main className="page learn">
      <h1>{texts.title}</h1>
      <p>{texts.about}</p>
      {courses === undefined && <Coming of={asked} />}
      {courses?.map((course) => (
        <OneCourse key={course.id} course={course} />
      ))}
    </main>
  );
}

function OneCourse({ course }: { readonly course: Course }) {
  const { words } = useLanguage();
  const texts = useTexts(LEARN);
  const done = useSetting(DONE);
  const isDone = (lesson: string) => done.includes(doneName(course.id, lesson));
  const count = course.lessons.filter(({ id }) => isDone(id)).length;
  return (
    <section className="card course" aria-labelledby={`course-${course.id}`}>
      <h2 id={`course-${course.id}`}>{editionName(words, course.preset)}</h2>
      <p>{goalOf(words, course.game)}</p>
      <p>
        <progress value={count} max={course.lessons.length} aria-hidden="true" />{' '}
        {texts.progress(count, course.lessons.length)}
      </p>
      <ol>
        {course.lessons.map((lesson) => (
          <li key={lesson.id} className={isDone(lesson.id) ? 'done' : ''}>
            <Link to={learnHref({ course: course.id, lesson: lesson.id })}>
              {textsOf(lesson, words.language).title}
              <span className="hidden">, {editionName(words, course.preset)}</span>
              {isDone(lesson.id) && <span className="hidden"> ({texts.done})</span>}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface AtTableProps {
  readonly id: string;
  readonly lesson: string | undefined;
  readonly rule: string | undefined;
}

function AtTable({ id, lesson, rule }: AtTableProps) {
  const { title } = useTexts(LEARN);
  const load = useCallback(async () => (isCourse(id) ? await loadCourse(id) : null), [id]);
  const { value: course, ...asked } = useAsked(load);
  const [done] = useState(DONE.value);
  const named =
    course?.lessons.findIndex((one) => (rule === undefined ? one.id === lesson : Object.hasOwn(one.more, rule))) ?? -1;
  const next = course?.lessons.findIndex((one) => !done.includes(doneName(id, one.id))) ?? -1;
  const index = lesson === undefined && rule === undefined ? Math.max(0, next) : named;
  return (
    <div className="match lesson">
      <MatchHeader title={title} {...(course && { preset: course.preset })} />
      {course === undefined && <Coming of={asked} whole={{}} />}
      {course === null || (course !== undefined && index < 0) ? (
        <Missing />
      ) : (
        course &&
        (rule === undefined ? (
          <LessonTable key={`${id} ${lesson}`} course={course} index={index} />
        ) : (
          <Example key={`${id} ${rule}`} course={course} index={index} rule={rule} />
        ))
      )}
    </div>
  );
}

function Missing() {
  const texts = useTexts(LEARN);
  return (
    <main className="page card">
      <p>{texts.missing}</p>
      <Way to={PAGES.learn} text={texts.all} />
    </main>
  );
}

interface LessonProps {
  readonly course: Course;
  /** Which of its lessons. */
  readonly index: number;
}

/** A lesson at its table. */
function LessonTable({ course, index }: LessonProps) {
  const { words } = useLanguage();
  const lesson = course.lessons[index] as Lesson;
  const { title } = textsOf(lesson, words.language);
  useTitle(title);
  const { session } = usePlayer();
  const load = useCallback(() => tableOf(course, lesson, session.name), [course, lesson, session.name]);
  const { value: table, ...asked } = useAsked(load);
  useEffect(() => () => table?.close(), [table]);
  if (table === undefined) return <Coming of={asked} />;
  return (
    <LocalPlaying
      table={table}
      banners={(speech) => <Card course={course} index={index} table={table} speech={speech} />}
    />
  );
}

async function tableOf(course: Course, lesson: Lesson, learner: string): Promise<LocalTable> {
  const { game } = await playable(course.game);
  const match = lessonMatch(game, course, lesson);
  return new LocalTable(match, {
    id: lesson.id,
    seats: seatsIn(lesson, learner),
    isHeld: (now) => standingIn(course, lesson, now).kind !== 'going',
  });
}

interface CardProps extends LessonProps {
  readonly table: LocalTable;
  readonly speech: TableSpeech;
}

/** What the lesson is about, and how far the learner has come. */
function Card({ course, index, table, speech }: CardProps) {
  const { words } = useLanguage();
  const texts = useTexts(LEARN);
  useSyncExternalStore(table.subscribe, table.getSnapshot);
  const lesson = course.lessons[index] as Lesson;
  const told = textsOf(lesson, words.language);
  const standing = standingIn(course, lesson, table.now);
  const isDone = standing.kind === 'done';
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says now may be out of sight.
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), [standing.kind]);
  // Before it is seen to be done: the learner may leave at once.
  useLayoutEffect(() => {
    if (isDone) noteDone(course.id, lesson.id);
  }, [isDone, course, lesson]);
  return (
    <section className={`card lesson-card ${standing.kind}`} aria-label={told.title} ref={card}>
      <p className="place">
        <Link to={learnHref()}>{texts.all}</Link> · {texts.place(index + 1, course.lessons.length)}
      </p>
      <h2>{told.title}</h2>
      <p className="goal">{told.goal}</p>
      {standing.kind === 'going' && <Hint lesson={lesson} table={table} speech={speech} />}
      <div role="status">
        {standing.kind === 'astray' && <Astray course={course} lesson={lesson} table={table} speech={speech} />}
        {isDone && <Done course={course} index={index} table={table} />}
      </div>
    </section>
  );
}

interface TriedProps {
  readonly course: Course;
  readonly lesson: Lesson;
  readonly table: LocalTable;
  readonly speech: TableSpeech;
}

/** The hint, and the very move that comes next, in the words of the table. */
function Hint({ lesson, table, speech }: Omit<TriedProps, 'course'>) {
  const { words } = useLanguage();
  const texts = useTexts(LEARN);
  const [isShown, show] = useState(false);
  const { game } = table.now.setting;
  const next = lesson.steps[table.now.moments.length - 1];
  const move = explainedIn(table.now).find((one) => next !== undefined && 'move' in next && one.move === next.move);
  const isOwn = next?.seat === lesson.seat;
  // One part, so that screen readers hear what comes into it.
  if (!isShown)
    return (
      <p role="status">
        <Button className="hint" onClick={() => show(true)} text={texts.hint} />
      </p>
    );
  return (
    <p role="status" className="hinted">
      {textsOf(lesson, words.language).hint}{' '}
      {isOwn && move !== undefined ? (
        <span className="do-this">
          {texts.doThis} <b>{sentenceOf(move as LegalMove, { game: game.id, words, speech })}</b>
        </span>
      ) : (
        texts.wait
      )}
    </p>
  );
}

/** A legal move that leads elsewhere: what it did, and the way back. */
function Astray({ course, lesson, table, speech }: TriedProps) {
  const { words } = useLanguage();
  const texts = useTexts(LEARN);
  const { game } = table.now.setting;
  const last = table.story.at(-1);
  const lines = last === undefined ? [] : sentencesOf(last, { game: game.id, words, speech });
  const again = () => {
    while (standingIn(course, lesson, table.now).kind === 'astray') table.takeBack();
  };
  return (
    <>
      <p>
        {lines.map(({ text }) => text).join(' ')} {texts.astray}
      </p>
      <Focused className="main again" onClick={again}>
        {texts.again}
      </Focused>
    </>
  );
}

function Done({ course, index, table }: LessonProps & { readonly table: LocalTable }) {
  const { words } = useLanguage();
  const texts = useTexts(LEARN);
  const lesson = course.lessons[index] as Lesson;
  const next = course.lessons[index + 1];
  const restart = () => {
    while (table.canTakeBack) table.takeBack();
  };
  return (
    <>
      <p>
        <b>{texts.well}</b> {textsOf(lesson, words.language).why}
      </p>
      <p className="others">
        {next === undefined ? (
          <FirstMatch course={course} />
        ) : (
          <Focused className="main next" onClick={() => navigate(learnHref({ course: course.id, lesson: next.id }))}>
            {texts.next}
          </Focused>
        )}
        <Button onClick={restart} text={texts.restart} />
      </p>
      <Rules course={course} lesson={lesson} />
    </>
  );
}

/** A short match against one bot, where the learner tries it all. */
function FirstMatch({ course: { game, preset } }: Pick<LessonProps, 'course'>) {
  const texts = useTexts(LEARN);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const options = game === 'flower-war' || game === 'mexica' ? { length: 'short' } : {};
  const play = async (go: (href: string) => void) => {
    const { match } = await client.create({ game, preset, options, seats: 2, bots: [{ bot: usualBot() }] } as never);
    go(matchHref(match));
  };
  return (
    <>
      <Button className="main first-match" disabled={isBusy} onClick={() => run(play)} text={texts.play} />
      {error && <Problem error={error} />}
    </>
  );
}

// What was done in this browser.

/** The lessons that this browser's person has done, each with its course. */
const DONE = list('flower-war-lessons');

const doneName = (course: string, lesson: string): string => `${course}/${lesson}`;

function noteDone(course: string, lesson: string): void {
  const name = doneName(course, lesson);
  if (!DONE.value().includes(name)) DONE.choose([...DONE.value(), name]);
}
