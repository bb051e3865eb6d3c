/** Why a match ended, who led when, and what decided. It is loaded when a match is over. */
import type { CourseStep, Eyes, FlowerWarClient } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { type EndedMatch, endingOf, type Ending as Told } from '@flower-war/words/ending';
import { useCallback, useMemo } from 'react';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { learnHref, Link, openly, replayHref, rulesHref } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useAsked } from '../../app/asked.tsx';
import type { TableSpeech } from '@flower-war/board/drawing';
import './ending.css';
import { ENDING_TEXTS } from './texts.ts';
import { Figures, Remark } from '../../ui/controls.tsx';

export interface EndingProps extends Pick<EndedMatch, 'game' | 'result' | 'seat'> {
  readonly match: string;
  /** The edition that was played. */
  readonly preset: string;
  readonly speech: TableSpeech;
  /** Whose steps are told. */
  readonly eyes: Eyes;
}

/** Two parts of the page ask for the same course at once. */
const courses = new WeakMap<
  FlowerWarClient,
  { readonly key: string; readonly course: Promise<readonly CourseStep[]> }
>();

export function courseOf(client: FlowerWarClient, match: string, viewer: Eyes): Promise<readonly CourseStep[]> {
  const key = `${match} ${viewer}`;
  const known = courses.get(client);
  if (known?.key === key) return known.course;
  const course = client.history.course(match, { viewer });
  courses.set(client, { key, course });
  course.catch(() => courses.delete(client)); // the next one who asks tries again
  return course;
}

interface Course extends Told {
  readonly steps: readonly CourseStep[];
}

/** Nothing while it is read. A course that cannot be read leaves what the result says. */
function useEnding({ match, game, result, speech, seat, eyes }: EndingProps) {
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { value, error } = useAsked(useCallback(() => courseOf(client, match, eyes), [client, match, eyes]));
  return useMemo(() => {
    if (value === undefined && error === undefined) return undefined;
    const steps = (value ?? []).filter(({ status }) => status !== 'open');
    return { ...endingOf(words, { game, result, course: steps, speech, seat }), steps, isUntold: error !== undefined };
  }, [value, error, words, game, result, speech, seat]);
}

/** Why it ended, in a sentence or two. */
export function Why(props: EndingProps) {
  const ending = useEnding(props);
  return <p className="why">{ending?.why.text}</p>;
}

/** All else that is to tell about the end. */
export function Ending(props: EndingProps) {
  const texts = useTexts(ENDING_TEXTS);
  const ending = useEnding(props);
  if (ending === undefined) return <div className="told-end card" />;
  const { game } = props;
  const { why, lead, moments, next, steps, isUntold } = ending;
  return (
    <div className="told-end card">
      {isUntold && <p>{texts.untold}</p>}
      {lead !== '' && (
        <section>
          <h3>{texts.lead}</h3>
          <p>{lead}</p>
          <Scores steps={steps} speech={props.speech} />
        </section>
      )}
      {moments.length > 0 && (
        <section>
          <h3>{texts.moments}</h3>
          <Moments {...props} moments={moments} />
          <Remark text={texts.open} />
        </section>
      )}
      {next.length > 0 && (
        <section>
          <h3>{texts.next}</h3>
          {next.map(({ text, rule }) => (
            <p key={text}>
              {text} {rule !== undefined && <Link to={rulesHref(game, rule)}>{texts.rule}</Link>}
            </p>
          ))}
        </section>
      )}
      <p className="more">
        <Lessons {...props} rules={[...next.map(({ rule }) => rule), why.rule]} />
        {why.rule !== undefined && <Link to={rulesHref(game, why.rule)}>{texts.learn}</Link>}
        <Link to={`${PAGES.new}?game=${game}`}>{texts.another}</Link>
      </p>
    </div>
  );
}

interface LessonsProps extends Pick<EndingProps, 'game' | 'preset'> {
  /** The rules behind what decided, the weightiest first. */
  readonly rules: readonly (string | undefined)[];
}

/** The way to the course of the game, and to the lesson that treats what decided. */
function Lessons({ game, preset, rules }: LessonsProps) {
  const { words } = useLanguage();
  const texts = useTexts(ENDING_TEXTS);
  const wanted = rules.filter((rule) => rule !== undefined).join(' ');
  const load = useCallback(() => lessonsAbout([preset, game], wanted.split(' ')), [preset, game, wanted]);
  const { value } = useAsked(load);
  if (value === undefined) return null;
  const { course, lesson } = value;
  return (
    <>
      {lesson !== undefined && (
        <Link to={learnHref({ course, lesson: lesson.id })}>
          {texts.lesson((lesson.texts[words.language] ?? lesson.texts['en'])?.title ?? lesson.id)}
        </Link>
      )}
      <Link to={learnHref({ course })}>{texts.course}</Link>
    </>
  );
}

/** Of the first of these editions that has a course. A lesson whose moves show a rule goes before one that tells of it. */
async function lessonsAbout(editions: readonly string[], rules: readonly string[]) {
  const { isCourse, loadCourse } = await import('@flower-war/rules/courses');
  const course = editions.find(isCourse);
  if (course === undefined) return undefined;
  const { lessons } = await loadCourse(course);
  const shows = rules.map((rule) => lessons.find((lesson) => lesson.rules.includes(rule)));
  const tells = rules.map((rule) => lessons.find(({ more }) => Object.hasOwn(more, rule)));
  return { course, lesson: [...shows, ...tells].find((lesson) => lesson !== undefined) };
}

function Moments({ match, eyes, moments }: EndingProps & Pick<Course, 'moments'>) {
  const texts = useTexts(ENDING_TEXTS);
  return (
    <ol className="moments">
      {moments.map(({ step, index, text, change }) => (
        <li key={step}>
          {text} <strong>{change}</strong>{' '}
          <Link to={openly(replayHref(match, { step, as: eyes }))}>{texts.watch(index + 1)}</Link>
        </li>
      ))}
    </ol>
  );
}

// The scores of all seats, as a picture and as a table.

interface ScoresProps {
  readonly steps: readonly CourseStep[];
  readonly speech: TableSpeech;
}

function Scores({ steps, speech }: ScoresProps) {
  const texts = useTexts(ENDING_TEXTS);
  const told = steps.filter(({ standings }) => standings.length > 0);
  const seats = (told[0]?.standings ?? []).map(({ seat }) => seat).toSorted((a, b) => a - b);
  const signs = signsOf(seats.map((seat) => speech.name(seat)));
  const all = told.flatMap(({ standings }) => standings.map(({ score }) => score));
  return (
    <>
      <Chart
        lines={seats.map((seat) => told.map((step) => scoreIn(step, seat)))}
        signs={signs}
        range={[Math.min(0, ...all), Math.max(1, ...all)]}
        label={texts.chart}
      />
      <Legend signs={signs} names={seats.map((seat) => speech.name(seat))} />
      <InNumbers
        names={seats.map((seat) => speech.name(seat))}
        rows={quartersOf(steps.length).map((index) => ({
          index,
          cells: seats.map((seat) => `${scoreIn(steps[index], seat)}`),
        }))}
      />
    </>
  );
}

const scoreIn = (step: CourseStep | undefined, seat: number): number =>
  step?.standings.find((one) => one.seat === seat)?.score ?? 0;

/** A letter for each line; numbers where two names begin alike. */
export function signsOf(names: readonly string[]): readonly string[] {
  const letters = names.map((name) => name.slice(0, 1));
  return new Set(letters).size === names.length ? letters : names.map((_, place) => `${place + 1}`);
}

const QUARTERS = [0, 1, 2, 3, 4];

/** The first step, the last one, and three between them. */
export const quartersOf = (length: number): readonly number[] => [
  ...new Set(QUARTERS.map((n) => Math.round((n * (length - 1)) / 4))),
];

interface LegendProps {
  readonly signs: readonly string[];
  readonly names: readonly string[];
  /** What colours each line, where its number does not. */
  readonly paints?: readonly string[];
  readonly values?: readonly string[];
}

/** How the line of each seat looks, and what it says. */
export function Legend({ signs, names, paints = [], values = [] }: LegendProps) {
  return (
    <ul className="legend">
      {names.map((name, line) => (
        <li key={signs[line]} className={paints[line]}>
          <svg className={`line line${line}`} viewBox="0 0 30 8" aria-hidden="true">
            <path d="M0 4h30" />
          </svg>
          {signs[line]}: {name} <b>{values[line]}</b>
        </li>
      ))}
    </ul>
  );
}

interface InNumbersProps {
  readonly names: readonly string[];
  readonly rows: readonly { readonly index: number; readonly cells: readonly string[] }[];
}

/** What a chart shows, as a table that opens. */
export function InNumbers({ names, rows }: InNumbersProps) {
  const texts = useTexts(ENDING_TEXTS);
  return (
    <details>
      <summary>{texts.table}</summary>
      <Figures heads={[texts.when, ...names]}>
        {rows.map(({ index, cells }) => (
          <tr key={index}>
            <th scope="row">{index + 1}</th>
            {cells.map((cell, line) => (
              <td key={names[line]}>{cell}</td>
            ))}
          </tr>
        ))}
      </Figures>
    </details>
  );
}

interface ChartProps {
  /** What each seat has, step by step. */
  readonly lines: readonly (readonly number[])[];
  /** What stands at each line, so that it is known without its colour. */
  readonly signs: readonly string[];
  readonly range: readonly [low: number, high: number];
  readonly label: string;
  readonly paints?: readonly string[];
  /** Values that stand at the edge, each with a line. */
  readonly levels?: readonly { readonly value: number; readonly text: string }[];
  /** The step that is shown now. */
  readonly here?: number;
  /** Numbered moments: each at its step, on a line. */
  readonly marks?: readonly { readonly index: number; readonly line: number }[];
}

const [WIDTH, HEIGHT, EDGE] = [320, 120, 10];

export function Chart({
  lines,
  signs,
  range: [low, high],
  label,
  paints = [],
  levels = [],
  here,
  marks = [],
}: ChartProps) {
  const last = Math.max(1, (lines[0]?.length ?? 0) - 1);
  const y = (value: number) => EDGE + ((high - value) / (high - low)) * (HEIGHT - 2 * EDGE);
  const x = (index: number) => EDGE + (index / last) * (WIDTH - 2 * EDGE);
  const path = (values: readonly number[]) =>
    values
      .map(
        (value, index) =>
          `${index === 0 ? 'M' : 'H'}${x(index).toFixed(1)}${index === 0 ? ' ' : 'V'}${y(value).toFixed(1)}`,
      )
      .join('');
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path className="ground" d={`M${EDGE} ${y(0)}H${WIDTH - EDGE}`} />
      {levels.map(({ value, text }) => (
        <g key={value} className="level">
          <path className="ground" d={`M${EDGE} ${y(value)}H${WIDTH - EDGE}`} />
          <text x={EDGE} y={y(value)}>
            {text}
          </text>
        </g>
      ))}
      {here !== undefined && <path className="here" d={`M${x(here).toFixed(1)} 0V${HEIGHT}`} />}
      {lines.map((values, line) => (
        <g key={signs[line]} className={paints[line]}>
          <path className={`line${line}`} d={path(values)} />
        </g>
      ))}
      {lines.map((values, line) =>
        placesOf(line, values.length).map((index) => (
          <text key={`${signs[line]} ${index}`} x={x(index)} y={y(values[index] ?? 0)}>
            {signs[line]}
          </text>
        )),
      )}
      {marks.map(({ index, line }, number) => (
        <g key={index} className="spot">
          <circle cx={x(index)} cy={y(lines[line]?.[index] ?? 0)} r="6.5" />
          <text x={x(index)} y={y(lines[line]?.[index] ?? 0)}>
            {number + 1}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Where the sign of a line stands on it: at the same height two lines have them at different places. */
const placesOf = (line: number, length: number): readonly number[] => [
  ...new Set([0.2, 0.5, 0.8].map((part) => Math.floor((part + 0.03 * line) * (length - 1)))),
];
