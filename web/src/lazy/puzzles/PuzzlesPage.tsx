/** Puzzles by theme, the one of the day, and a row of them in three minutes. */
import type { PuzzleList } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { type ListedPuzzle, puzzleOfDay, THEMES } from '@flower-war/rules/puzzles';
import { puzzleTexts } from '@flower-war/words/advice';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { Coming, Problem, useAsked } from '../../app/asked.tsx';
import { editionName, useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link, navigate, useQuery, Way } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { MatchHeader } from '../../match/Playing.tsx';
import { TimeLeft } from '../../ui/controls.tsx';
import { INTERVAL, PuzzleTable, useRating, useStanding } from './PuzzleTable.tsx';
import { allPuzzles, anyPuzzle, count, nextOf, standingOf } from './standing.ts';
import { PUZZLES } from './texts.ts';
import { Focused } from '../learn/Example.tsx';
import '../learn/learn.css';

const puzzleHref = (id: string): string => `${PAGES.puzzles}?id=${id}`;
const ROW = `${PAGES.puzzles}?row`;

/** All puzzles; with `?id=ID` one of them, with `?day` that of today, with `?row` as many as one can in three minutes. */
export function PuzzlesPage() {
  const [id, day, row] = [useQuery('id'), useQuery('day'), useQuery('row')];
  const { client } = usePlayer();
  const { title } = useTexts(PUZZLES);
  const { value, error, again } = useAsked(useCallback(() => allPuzzles(client), [client]));
  if (value === undefined) return <Coming of={{ error, again }} whole={{ title }} />;
  const { puzzles: all, mine } = value;
  const today = puzzleOfDay(all, new Date());
  if (id === undefined && day === undefined && row === undefined)
    return <AllPuzzles all={all} today={today} mine={mine} />;
  const named = id ?? today.id;
  return (
    <div className="match lesson">
      {row === undefined ? <One key={named} all={all} id={named} /> : <Row all={all} />}
    </div>
  );
}

interface AllProps {
  readonly all: readonly ListedPuzzle[];
}

interface AllPuzzlesProps extends AllProps {
  readonly today: ListedPuzzle;
  /** How the player stands on the server. */
  readonly mine: PuzzleList['mine'];
}

function AllPuzzles({ all, today, mine }: AllPuzzlesProps) {
  const { words } = useLanguage();
  const texts = useTexts(PUZZLES);
  useTitle(texts.title);
  const standing = useStanding();
  const games = Object.keys(words.screen.names.games);
  const sorted = all.toSorted((a, b) => games.indexOf(a.game) - games.indexOf(b.game));
  const next = nextOf(all, standing);
  const figures = [
    useRating(),
    mine && texts.here(mine.rating, Math.round(INTERVAL * mine.deviation)),
    standing.best > 0 ? texts.best(standing.best) : undefined,
  ];
  return (
    <main className="page learn puzzles">
      <h1>{texts.title}</h1>
      <p>{texts.about}</p>
      <p className="others">
        <Way to={puzzleHref(today.id)} look="main" text={texts.day} />
        {next && <Way to={puzzleHref(next.id)} text={texts.go} />}
        <Way to={ROW} text={texts.row} />
      </p>
      <p>
        {figures.filter(Boolean).join(' · ')} <small>{texts.counts}</small>
      </p>
      {[...Map.groupBy(sorted, ({ preset }) => preset)].map(([preset, puzzles]) => (
        <Edition key={preset} preset={preset} puzzles={puzzles} />
      ))}
    </main>
  );
}

function Edition({ preset, puzzles }: { readonly preset: string; readonly puzzles: readonly ListedPuzzle[] }) {
  const { words } = useLanguage();
  const texts = useTexts(PUZZLES);
  const { answers } = useStanding();
  return (
    <section className="card course" aria-labelledby={`puzzles-${preset}`}>
      <h2 id={`puzzles-${preset}`}>{editionName(words, preset)}</h2>
      <p>{texts.progress(puzzles.filter(({ id }) => answers[id] === true).length, puzzles.length)}</p>
      {THEMES.map((theme) => ({ theme, own: puzzles.filter((one) => one.theme === theme) })).map(
        ({ theme, own }) =>
          own.length > 0 && (
            <div key={theme} className="theme">
              <h3>{puzzleTexts(words).themes[theme]}</h3>
              <ul>
                {own
                  .toSorted((a, b) => a.rating - b.rating)
                  .map(({ id, rating }, n) => (
                    <li key={id}>
                      <Link to={puzzleHref(id)} className={`button ${stateOf(answers[id])}`}>
                        <span className="hidden">
                          {editionName(words, preset)}, {puzzleTexts(words).themes[theme]}, {n + 1}:{' '}
                          {puzzleTexts(words).hard(rating)}
                        </span>
                        <span aria-hidden="true">
                          {SIGNS[stateOf(answers[id])]}
                          {rating}
                        </span>
                        {answers[id] !== undefined && (
                          <span className="hidden"> ({answers[id] ? texts.solved : texts.missed})</span>
                        )}
                      </Link>
                    </li>
                  ))}
              </ul>
            </div>
          ),
      )}
    </section>
  );
}

const SIGNS = { solved: '✓ ', missed: '✗ ', fresh: '' } as const;
const stateOf = (isRight: boolean | undefined): keyof typeof SIGNS =>
  isRight === undefined ? 'fresh' : isRight ? 'solved' : 'missed';

/** Loads a puzzle of the list; null if it is not there. */
function usePuzzle(id: string, isThere = true) {
  const { client } = usePlayer();
  return useAsked(useCallback(async () => (isThere ? anyPuzzle(client, id) : null), [client, id, isThere]));
}

function One({ all, id }: AllProps & { readonly id: string }) {
  const { words, texts: common } = useLanguage();
  const texts = useTexts(PUZZLES);
  const player = usePlayer();
  const isThere = all.some((one) => one.id === id);
  const { value: puzzle, error, again } = usePuzzle(id, isThere);
  const rating = useRating();
  const next = nextOf(all, useStanding());
  if (error) return <Coming of={{ error, again }} whole={{ title: texts.title }} />;
  return (
    <>
      <MatchHeader title={texts.title} {...(puzzle && { preset: puzzle.preset })} />
      {puzzle === undefined && <p className="wait">{common.loading}</p>}
      {puzzle === null && (
        <main className="page card">
          <p>{puzzleTexts(words).missing}</p>
          <Way to={PAGES.puzzles} text={texts.all} />
        </main>
      )}
      {puzzle && (
        <PuzzleTable
          puzzle={puzzle}
          onAnswer={(isRight, move) => count(player, puzzle, { move, isRight })}
          place={
            <>
              <Link to={PAGES.puzzles}>{texts.all}</Link> ·{' '}
              {[puzzleTexts(words).hard(puzzle.rating), rating].filter(Boolean).join(' · ')}
            </>
          }
          onward={
            next === undefined ? (
              <span>{texts.none}</span>
            ) : (
              <Focused className="main next" onClick={() => navigate(puzzleHref(next.id))}>
                {texts.next}
              </Focused>
            )
          }
        />
      )}
    </>
  );
}

// A row of puzzles in three minutes, from the easiest on. Those that were not answered before come first.

const ROW_MS = 180_000;

interface Tally {
  readonly solved: readonly ListedPuzzle[];
  readonly missed: readonly ListedPuzzle[];
}

const EMPTY: Tally = { solved: [], missed: [] };

function Row({ all }: AllProps) {
  const texts = useTexts(PUZZLES);
  const player = usePlayer();
  const { answers } = useStanding();
  const [started, setStarted] = useState(Date.now);
  const [tally, setTally] = useState(EMPTY);
  const [place, setPlace] = useState(0);
  const isOver = useOver(started + ROW_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order of a row is made when it begins.
  const order = useMemo(() => orderOf(all, answers), [all, started]);
  const listed = order[place];
  if (isOver || listed === undefined) {
    const again = () => {
      setTally(EMPTY);
      setPlace(0);
      setStarted(Date.now());
    };
    return <RowEnd tally={tally} again={again} />;
  }
  const onAnswer = (isRight: boolean, move: string) => {
    count(player, listed, { move, isRight });
    const { solved, missed } = tally;
    if (solved.includes(listed) || missed.includes(listed)) return;
    setTally(isRight ? { solved: [...solved, listed], missed } : { solved, missed: [...missed, listed] });
  };
  return (
    <>
      <MatchHeader preset={listed.preset} />
      <InRow
        key={listed.id}
        id={listed.id}
        deadline={started + ROW_MS}
        tally={tally}
        count={onAnswer}
        next={() => setPlace(place + 1)}
        nextText={texts.next}
      />
    </>
  );
}

type Answers = ReturnType<typeof useStanding>['answers'];

function orderOf(all: readonly ListedPuzzle[], answers: Answers): readonly ListedPuzzle[] {
  const isOld = ({ id }: ListedPuzzle) => (Object.hasOwn(answers, id) ? 1 : 0);
  return all.toSorted((a, b) => isOld(a) - isOld(b) || a.rating - b.rating);
}

/** Whether a moment has passed; the page is drawn anew when it does. */
function useOver(deadline: number): boolean {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(deadline), deadline - Date.now());
    return () => clearTimeout(timer);
  }, [deadline]);
  return passed === deadline;
}

interface InRowProps {
  readonly id: string;
  readonly deadline: number;
  readonly tally: Tally;
  readonly count: (isRight: boolean, move: string) => void;
  readonly next: () => void;
  readonly nextText: string;
}

function InRow({ id, deadline, tally, count, next, nextText }: InRowProps) {
  const { texts: common } = useLanguage();
  const texts = useTexts(PUZZLES);
  const { value: puzzle, error, again } = usePuzzle(id);
  if (error) return <Problem error={error} retry={again} />;
  if (!puzzle) return <p className="wait">{common.loading}</p>;
  return (
    <PuzzleTable
      puzzle={puzzle}
      onAnswer={count}
      place={
        <>
          <TimeLeft deadline={deadline} label={texts.left} /> · {texts.count(tally.solved.length, tally.missed.length)}
        </>
      }
      onward={
        <Focused className="main next" onClick={next}>
          {nextText}
        </Focused>
      }
    />
  );
}

function RowEnd({ tally: { solved, missed }, again }: { readonly tally: Tally; readonly again: () => void }) {
  const { words } = useLanguage();
  const texts = useTexts(PUZZLES);
  useTitle(texts.over);
  const standing = standingOf(usePlayer().session.player);
  const [before] = useState(() => standing.value().best);
  const isBest = solved.length > before;
  useLayoutEffect(() => {
    if (isBest) standing.choose({ ...standing.value(), best: solved.length });
  }, [standing, isBest, solved.length]);
  return (
    <>
      <MatchHeader />
      <main className="page card puzzles row-end">
        <h1>{texts.over}</h1>
        <p role="status">
          {texts.end(solved.length, missed.length)} {isBest && texts.record}
        </p>
        {missed.length > 0 && (
          <>
            <h2>{texts.look}</h2>
            <ul>
              {missed.map(({ id, preset, theme, rating }) => (
                <li key={id}>
                  <Link to={puzzleHref(id)}>
                    {editionName(words, preset)}: {puzzleTexts(words).themes[theme]}
                  </Link>{' '}
                  <small>{puzzleTexts(words).hard(rating)}</small>
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="others">
          <Focused className="main next" onClick={again}>
            {texts.once}
          </Focused>
          <Way to={PAGES.puzzles} text={texts.all} />
        </p>
      </main>
    </>
  );
}
