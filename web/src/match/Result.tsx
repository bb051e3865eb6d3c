import type { Eyes, LiveMatch, MatchSnapshot } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useLanguage } from '../app/language.tsx';
import { Problem, useDeed } from '../app/asked.tsx';
import { matchHref, openly, proofHref, replayHref, Way } from '../app/navigation.tsx';
import { late, type TableSpeech } from '@flower-war/board/drawing';
import { Announced, Share, Figures } from '../ui/controls.tsx';
import { type AccountSource, called, type Ended, headline, partsOf } from './outcome.ts';
import { handOver } from './place.ts';
import { Button } from '../ui/forms.tsx';

const Why = late(async () => (await import('./ending/Ending.tsx')).Why);
const Ending = late(async () => (await import('./ending/Ending.tsx')).Ending);
const Luck = late(async () => (await import('./Luck.tsx')).Luck);

interface ResultProps {
  readonly game: string;
  readonly live: LiveMatch;
  readonly snapshot: MatchSnapshot;
  readonly speech: TableSpeech;
  readonly isPrivate: boolean;
}

/** How the match ended, and the way on. */
export function Result({ game, live, snapshot, speech, isPrivate }: ResultProps) {
  const { texts } = useLanguage();
  const { seat } = snapshot;
  const { seats, result } = snapshot.table;
  // What stood there before the end may have been scrolled.
  useEffect(() => document.getElementById('result')?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <Outcome
      match={live.id}
      game={game}
      preset={live.preset}
      seats={seats}
      result={result}
      speech={speech}
      seat={seat}
      eyes={eyesOf(seat, isPrivate)}
      share={
        isPrivate ? (
          <p>{texts.past.onlyPlayers}</p>
        ) : (
          <Share link={new URL(replayHref(live.id), location.origin).href} label={texts.past.share} />
        )
      }
    >
      <Onward game={game} live={live} snapshot={snapshot} isPrivate={isPrivate} />
    </Outcome>
  );
}

/** The steps of a private match are for its players alone. */
function eyesOf(seat: number | undefined, isPrivate: boolean): Eyes | undefined {
  if (seat !== undefined) return `seat:${seat}`;
  return isPrivate ? undefined : 'spectator';
}

function Onward({ game, live, snapshot: { seat, rematchId }, isPrivate }: Omit<ResultProps, 'speech'>) {
  const { texts } = useLanguage();
  const { isBusy, error, run } = useDeed();
  const again = () => run(async (go) => go(matchHref(handOver(await live.rematch()))));
  return (
    <>
      <p className="others">
        {seat !== undefined && (
          <Button
            className="main"
            disabled={isBusy}
            onClick={again}
            text={rematchId === undefined ? texts.match.again : texts.match.joinAgain}
          />
        )}
        {seat === undefined && (
          <Way
            to={rematchId === undefined ? `${PAGES.new}?game=${game}` : matchHref(rematchId)}
            look="main"
            text={rematchId === undefined ? texts.match.playIt : texts.match.watchAgain}
          />
        )}
        {(seat !== undefined || !isPrivate) && (
          <>
            <Way to={openly(replayHref(live.id))} text={texts.past.replay} />
            <Way to={proofHref(live.id)} text={texts.past.proof} />
          </>
        )}
        <Way to={PAGES.home} text={texts.home} />
      </p>
      {error && <Problem error={error} />}
    </>
  );
}

interface OutcomeProps extends Ended {
  /** Whose steps tell the end; absent where the viewer may not read them. */
  readonly eyes: Eyes | undefined;
  /** Of a match on this device: what its account is made from. */
  readonly account?: AccountSource | undefined;
  /** A wall has room for the first sentence alone, and no person taps its links. */
  readonly isWall?: boolean;
  /** The ways on. */
  readonly children?: ReactNode;
  /** How others see the match. */
  readonly share?: ReactNode;
}

/** How the match ended, and who stands where and why. */
export function Outcome({ children, share, eyes, account, isWall = false, ...ended }: OutcomeProps) {
  const { words, texts } = useLanguage();
  const isPlayed = ended.result.standings.length > 0;
  const isTold = isPlayed && eyes !== undefined;
  return (
    <>
      <section className="result card" aria-labelledby="result">
        <h2 id="result">{headline(ended, words, texts)}</h2>
        <Announced text={headline(ended, words, texts)} />
        {isPlayed && <Standings {...ended} />}
        {children}
        {isTold && (
          <Suspense fallback={<p className="why" />}>
            <Why {...ended} eyes={eyes} />
          </Suspense>
        )}
        {share}
      </section>
      {isTold && !isWall && (
        <Suspense fallback={<div className="told-end card" />}>
          <Ending {...ended} eyes={eyes} />
        </Suspense>
      )}
      {isPlayed && !isWall && (isTold || account) && (
        <Suspense fallback={<div className="told-end luck card" />}>
          <Luck {...ended} eyes={eyes} account={account} />
        </Suspense>
      )}
    </>
  );
}

/** The parts of a score stand below the name: some games have twenty of them, which no phone shows beside each other. */
function Standings(ended: Ended) {
  const { words, texts } = useLanguage();
  return (
    <Figures heads={[texts.match.place, texts.match.player, texts.match.score]}>
      {ended.result.standings.map(({ seat, place, score, breakdown }) => (
        <tr key={seat}>
          <td>{place}</td>
          <th scope="row">
            {called(ended, seat, words)}
            <small>{partsOf(breakdown, ended.speech, words)}</small>
          </th>
          <td>{score}</td>
        </tr>
      ))}
    </Figures>
  );
}
