import { isCourse, loadExamples } from '@flower-war/rules/courses';
import { type Course, type Lesson, type Scene, sceneMatch, stepped } from '@flower-war/rules/lesson';
import { playable } from '@flower-war/rules/playable';
import type { Words } from '@flower-war/words';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Coming, useAsked } from '../../app/asked.tsx';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link, learnHref } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import type { TableSpeech } from '@flower-war/board/drawing';
import { LocalPlaying, LocalTable } from '../local/LocalTable.tsx';
import { LEARN } from './texts.ts';
import { Button } from '../../ui/forms.tsx';
import { Opening, Status } from '../../ui/controls.tsx';

interface RulesProps {
  readonly course: Course;
  readonly lesson: Lesson;
}

/** The rules that stand beside a lesson, each with an example. */
export function Rules(props: RulesProps) {
  const texts = useTexts(LEARN);
  if (Object.keys(props.lesson.more).length === 0) return null;
  return (
    <Opening title={texts.more} className="more">
      <Examples {...props} />
    </Opening>
  );
}

function Examples({ course, lesson }: RulesProps) {
  const { words } = useLanguage();
  const { value: rules, ...asked } = useAsked(useCallback(() => rulesOf(words, course), [words, course]));
  if (rules === undefined) return <Coming of={asked} />;
  return (
    <ul>
      {Object.keys(lesson.more).map((rule) => (
        <li key={rule}>
          <Link to={learnHref({ course: course.id, rule })}>{rules.get(rule)?.label ?? rule}</Link>
        </li>
      ))}
    </ul>
  );
}

/** The rulebooks are long, so that they come when they are asked for. */
async function rulesOf(words: Words, { preset }: Course) {
  const { rulebookNamed } = await import('@flower-war/words/rulebook');
  const rules = rulebookNamed(words, preset)?.chapters.flatMap((chapter) => chapter.rules) ?? [];
  return new Map(rules.map(({ anchor, label, text }) => [anchor, { label, text }]));
}

interface ExampleProps {
  readonly course: Course;
  /** The lesson beside which it stands. */
  readonly index: number;
  readonly rule: string;
}

/** An example of a rule, step by step on the table. */
export function Example({ course, index, rule }: ExampleProps) {
  const lesson = course.lessons[index] as Lesson;
  const { session } = usePlayer();
  const name = lesson.more[rule] ?? '';
  const load = useCallback(() => sceneOf(course, name, session.name), [course, name, session.name]);
  const { value, ...asked } = useAsked(load);
  const { words } = useLanguage();
  const { value: rules, ...book } = useAsked(useCallback(() => rulesOf(words, course), [words, course]));
  useEffect(() => () => value?.table.close(), [value]);
  if (value === undefined) return <Coming of={asked} />;
  if (rules === undefined) return <Coming of={book} />;
  return (
    <LocalPlaying
      table={value.table}
      banners={(speech) => (
        <Steps {...value} rule={rules.get(rule)} speech={speech} course={course} lesson={lesson.id} key={rule} />
      )}
    />
  );
}

/** The learner, and a bot at each other seat that the position has. */
export function seatsIn({ seat, given }: Pick<Scene, 'seat' | 'given'>, learner: string) {
  const all: readonly unknown[] = given.tribes ?? given.cities ?? given.sides ?? [];
  return all.map(
    (_, place) => ({ kind: place === seat ? 'player' : 'bot', name: place === seat ? learner : 'greedy' }) as const,
  );
}

async function sceneOf(course: Course, name: string, learner: string) {
  const examples = isCourse(course.id) ? await loadExamples(course.id) : {};
  const scene = examples[name];
  if (scene === undefined) throw new Error(`there is no example ${name}`);
  const { game } = await playable(course.game);
  const table = new LocalTable(sceneMatch(game, scene), {
    id: name,
    seats: seatsIn(scene, learner),
    isHeld: () => true,
  });
  return { scene, table };
}

interface StepsProps {
  readonly scene: Scene;
  readonly table: LocalTable;
  readonly speech: TableSpeech;
  readonly rule: { readonly label: string; readonly text: string } | undefined;
  readonly course: Course;
  readonly lesson: string;
}

/** The rule in words, and the way through its example. */
function Steps({ scene, table, speech, rule, course, lesson }: StepsProps) {
  const { words } = useLanguage();
  const texts = useTexts(LEARN);
  const [made, setMade] = useState(0);
  const [refused, setRefused] = useState('');
  useTitle(rule?.label);
  const all = scene.steps.length;
  const forward = () => {
    const played = stepped(scene, table.now, made);
    setMade(made + 1);
    if (played.ok) {
      setRefused('');
      return table.show(played.match);
    }
    const why = words.refusal({ code: 'illegal-move', reason: played.reason, message: played.reason }, course.game);
    return setRefused(texts.tries(speech.name(scene.steps[made]?.seat ?? 0), why));
  };
  return (
    <section className="card lesson-card example" aria-label={rule?.label}>
      <p className="place">
        <Link to={learnHref({ course: course.id, lesson })}>{texts.back}</Link> · {texts.example(made, all)}
      </p>
      <h2>{rule?.label}</h2>
      <p className="goal">{rule?.text}</p>
      {refused !== '' && <Status>{refused}</Status>}
      {made < all && (
        <p>
          <Button className="main step" onClick={forward} text={texts.step} />
        </p>
      )}
    </section>
  );
}

/** Where the person goes on by a single key. */
export function Focused(props: {
  readonly className: string;
  readonly onClick: () => void;
  readonly children: string;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), []); // before the next key
  return <button type="button" ref={button} {...props} />;
}
