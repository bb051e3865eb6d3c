import type { LegalMove } from '@flower-war/client';
import { type Course, type Lesson, lessonMatch, standingIn, textsOf } from '@flower-war/rules/lesson';
import { explainedIn } from '@flower-war/rules/local';
import { playable } from '@flower-war/rules/playable';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link, learnHref, matchHref, navigate } from '../../app/navigation.tsx';
import { usualBot } from '../../app/games.ts';
import { usePlayer } from '../../app/player.tsx';
import { type Setting, setting } from '../../app/setting.ts';
import { useAsked, useDeed } from '../../app/useAsked.ts';
import { sentencesOf } from '../../match/Story.tsx';
import type { TableSpeech } from '../../moves/cardWords.ts';
import { sentenceOf } from '../../moves/choices.ts';
import { LocalPlaying } from '../local/LocalPlaying.tsx';
import { LocalTable } from '../local/localTable.ts';
import { Rules, seatsIn } from './Example.tsx';
import { LEARN } from './texts.ts';

interface LessonProps {
  readonly course: Course;
  /** Which of its lessons. */
  readonly index: number;
}

/** A lesson at its table. */
export function LessonTable({ course, index }: LessonProps) {
  const { words, texts } = useLanguage();
  const lesson = course.lessons[index] as Lesson;
  const { title } = textsOf(lesson, words.language);
  useTitle(title);
  const { session } = usePlayer();
  const load = useCallback(() => tableOf(course, lesson, session.name), [course, lesson, session]);
  const { value: table, error, again } = useAsked(load);
  useEffect(() => () => table?.close(), [table]);
  if (error) return <Problem error={error} retry={again} />;
  if (table === undefined) return <p className="wait">{texts.loading}</p>;
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
      {standing.kind === 'astray' && <Astray course={course} lesson={lesson} table={table} speech={speech} />}
      {isDone && <Done course={course} index={index} table={table} />}
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
  if (!isShown)
    return (
      <p>
        <button type="button" className="hint" onClick={() => show(true)}>
          {texts.hint}
        </button>
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
    <div role="status">
      <p>
        {lines.map(({ text }) => text).join(' ')} {texts.astray}
      </p>
      <Focused className="main again" onClick={again}>
        {texts.again}
      </Focused>
    </div>
  );
}

/** Where the learner goes on by a single key. */
function Focused(props: { readonly className: string; readonly onClick: () => void; readonly children: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), []); // before the next key
  return <button type="button" ref={button} {...props} />;
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
    <div role="status">
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
        <button type="button" onClick={restart}>
          {texts.restart}
        </button>
      </p>
      <Rules course={course} lesson={lesson} />
    </div>
  );
}

/** A short match against one bot, where the learner tries it all. */
function FirstMatch({ course: { game, preset } }: Pick<LessonProps, 'course'>) {
  const texts = useTexts(LEARN);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const options = game === 'flower-war' || game === 'mexica' ? { length: 'short' } : {};
  const play = async () => {
    const { match } = await client.create({ game, preset, options, seats: 2, bots: [{ bot: usualBot() }] } as never);
    navigate(matchHref(match));
  };
  return (
    <>
      <button type="button" className="main first-match" disabled={isBusy} onClick={() => run(play)}>
        {texts.play}
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

// What was done in this browser.

/** The lessons that this browser's person has done, each with its course. */
export const DONE: Setting<readonly string[]> = setting('flower-war-lessons', {
  read: (text = ''): readonly string[] => text.split(' ').filter(Boolean),
  write: (lessons) => lessons.join(' '),
});

export const doneName = (course: string, lesson: string): string => `${course}/${lesson}`;

function noteDone(course: string, lesson: string): void {
  const name = doneName(course, lesson);
  if (!DONE.value().includes(name)) DONE.choose([...DONE.value(), name]);
}
