/** A puzzle at its table: the position, the first answer, and then what each answer is worth and why. */
import type { GameId, LegalMove } from '@flower-war/client';
import { explainedIn, movesOf, shownIn } from '@flower-war/rules/local';
import { playable } from '@flower-war/rules/playable';
import { type Puzzle, puzzleMatch } from '@flower-war/rules/puzzles';
import { puzzleTexts, reasonFor } from '@flower-war/words/advice';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { editionName, useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { usePlayer } from '../../app/player.tsx';
import { Coming, useAsked } from '../../app/asked.tsx';
import { useSetting } from '../../app/setting.ts';
import { sentenceOf, type TableSpeech } from '@flower-war/board/drawing';
import { seatsIn } from '../learn/Example.tsx';
import { LocalPlaying, LocalTable } from '../local/LocalTable.tsx';
import { standingOf } from './standing.ts';
import { PUZZLES } from './texts.ts';
import { Button } from '../../ui/forms.tsx';
import { Remark } from '../../ui/controls.tsx';

interface PuzzleProps {
  readonly puzzle: Puzzle;
  /** Told once of the first answer. */
  readonly onAnswer: (isRight: boolean, move: string) => void;
  /** What stands above the task. */
  readonly place: ReactNode;
  /** The ways on after an answer. */
  readonly onward: ReactNode;
}

export function PuzzleTable(props: PuzzleProps) {
  const { puzzle } = props;
  const { session } = usePlayer();
  const load = useCallback(() => tableOf(puzzle, session.name), [puzzle, session.name]);
  const { value: table, ...asked } = useAsked(load);
  useEffect(() => () => table?.close(), [table]);
  if (table === undefined) return <Coming of={asked} />;
  return <LocalPlaying table={table} banners={(speech) => <Card {...props} table={table} speech={speech} />} />;
}

async function tableOf(puzzle: Puzzle, person: string): Promise<LocalTable> {
  const { game } = await playable(puzzle.game);
  return new LocalTable(puzzleMatch(game, puzzle), {
    id: puzzle.id,
    seats: seatsIn(puzzle, person),
    isHeld: ({ moments }) => moments.length > 1,
  });
}

interface CardProps extends PuzzleProps {
  readonly table: LocalTable;
  readonly speech: TableSpeech;
}

function Card({ puzzle, onAnswer, place, onward, table, speech }: CardProps) {
  const { words } = useLanguage();
  const { again } = useTexts(PUZZLES);
  const texts = puzzleTexts(words);
  useSyncExternalStore(table.subscribe, table.getSnapshot);
  const title = `${editionName(words, puzzle.preset)}: ${texts.themes[puzzle.theme]}`;
  useTitle(title);
  const [made] = movesOf(table.now);
  const move = made !== undefined && 'move' in made ? made.move : undefined;
  const isRight = move !== undefined && puzzle.best.includes(move);
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says now may be out of sight.
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), [move]);
  // Before the answer is seen to be judged: the person may leave at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer alone is news.
  useLayoutEffect(() => {
    if (move !== undefined) onAnswer(isRight, move);
  }, [move]);
  const kind = move === undefined ? 'going' : isRight ? 'done' : 'astray';
  return (
    <section className={`card lesson-card puzzle ${kind}`} aria-label={title} ref={card}>
      <p className="place">{place}</p>
      <h2>{title}</h2>
      <p className="goal">{texts.ask(speech.name(puzzle.seat))}</p>
      <div role="status">
        {move !== undefined && (
          <>
            <p>
              <b>{isRight ? texts.right : texts.wrong}</b>
            </p>
            <Told puzzle={puzzle} table={table} speech={speech} chosen={move} />
            <p className="others">
              {onward}
              <Button onClick={() => table.takeBack()} text={again} />
            </p>
          </>
        )}
      </div>
    </section>
  );
}

interface ToldProps {
  readonly puzzle: Puzzle;
  readonly table: LocalTable;
  readonly speech: TableSpeech;
  readonly chosen: string;
}

/** The answers in words, the best first, with what they bring; and why the best one is worth a look. */
function Told({ puzzle, table, speech, chosen }: ToldProps) {
  const { words } = useLanguage();
  const texts = puzzleTexts(words);
  const { game, best, answers, seat } = puzzle;
  const { moves, view } = useMemo(() => {
    const start = puzzleMatch(table.now.setting.game, puzzle);
    return { moves: explainedIn(start) as readonly LegalMove[], view: shownIn(start).view };
  }, [table, puzzle]);
  const right = moves.find(({ move }) => move === best[0]);
  const reason = right && reasonFor(words, { game: game as GameId, view, seat, move: right, name: speech.name });
  const sorted = moves.toSorted((a, b) => (answers[b.move] ?? 0) - (answers[a.move] ?? 0));
  return (
    <>
      {reason !== undefined && <p>{reason}</p>}
      <ol className="answers">
        {sorted.map((one) => (
          <li key={one.move} className={best.includes(one.move) ? 'best' : one.move === chosen ? 'chosen' : ''}>
            {sentenceOf(one, { game, words, speech })} <b>({texts.won(answers[one.move] ?? 0)})</b>
          </li>
        ))}
      </ol>
      <Remark text={texts.how} />
    </>
  );
}

/** Of this many deviations is half of the interval in which a rating lies at 95 %. */
export const INTERVAL = 1.96;

export function useStanding() {
  const { session } = usePlayer();
  return useSetting(standingOf(session.player));
}

/** Nothing before the first answer. */
export function useRating(): string | undefined {
  const texts = useTexts(PUZZLES);
  const { answers, rating, deviation } = useStanding();
  if (Object.keys(answers).length === 0) return undefined;
  return texts.rating(Math.round(rating), Math.round(INTERVAL * deviation));
}
