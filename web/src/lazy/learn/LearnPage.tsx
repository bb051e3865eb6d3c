import { COURSES, isCourse, loadCourse } from '@flower-war/rules/courses';
import { type Course, textsOf } from '@flower-war/rules/lesson';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { editionName, goalOf } from '../../app/games.ts';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link, learnHref, useQuery } from '../../app/navigation.tsx';
import { useSetting } from '../../app/setting.ts';
import { useAsked } from '../../app/useAsked.ts';
import { MatchHeader } from '../../match/Playing.tsx';
import { Example } from './Example.tsx';
import { DONE, doneName, LessonTable } from './LessonTable.tsx';
import { LEARN } from './texts.ts';
import './learn.css';

/** All lessons, the one that the address names, or of a course the first that was not done. */
export function LearnPage() {
  const [course, lesson, rule] = [useQuery('course'), useQuery('lesson'), useQuery('rule')];
  return course === undefined ? <AllLessons /> : <AtTable id={course} lesson={lesson} rule={rule} />;
}

const loadAll = () => Promise.all(COURSES.map(loadCourse));

function AllLessons() {
  const texts = useTexts(LEARN);
  useTitle(texts.title);
  const { value: courses, error, again } = useAsked(loadAll);
  return (
    <main className="page learn">
      <h1>{texts.title}</h1>
      <p>{texts.about}</p>
      {error && <Problem error={error} retry={again} />}
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
  const { texts } = useLanguage();
  const load = useCallback(async () => (isCourse(id) ? await loadCourse(id) : null), [id]);
  const { value: course, error, again } = useAsked(load);
  const [done] = useState(DONE.value);
  const named =
    course?.lessons.findIndex((one) => (rule === undefined ? one.id === lesson : Object.hasOwn(one.more, rule))) ?? -1;
  const next = course?.lessons.findIndex((one) => !done.includes(doneName(id, one.id))) ?? -1;
  const index = lesson === undefined && rule === undefined ? Math.max(0, next) : named;
  return (
    <div className="match lesson">
      <MatchHeader {...(course && { preset: course.preset })} />
      {error && <Problem error={error} retry={again} />}
      {course === undefined && !error && <p className="wait">{texts.loading}</p>}
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
      <Link to={PAGES.learn} className="button">
        {texts.all}
      </Link>
    </main>
  );
}
