import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useState } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { Link, navigate } from '../../app/navigation.tsx';
import { Problem } from '../../app/Problem.tsx';
import { matchHref, proofHref, replayHref } from '../../app/route.ts';
import { asError } from '../../app/useAsked.ts';
import type { TableSpeech } from '../../moves/cardWords.ts';
import { Share } from '../../ui/Share.tsx';
import { handOver } from '../handOver.ts';
import { Outcome } from './Outcome.tsx';

interface Props {
  readonly live: LiveMatch;
  readonly snapshot: MatchSnapshot;
  readonly speech: TableSpeech;
  readonly isPrivate: boolean;
}

/** How the match ended, and the way on. */
export function Result({ live, snapshot, speech, isPrivate }: Props) {
  const { seats, result } = snapshot.table;
  return (
    <Outcome match={live.id} seats={seats} result={result} speech={speech}>
      <Onward live={live} snapshot={snapshot} isPrivate={isPrivate} />
    </Outcome>
  );
}

function Onward({ live, snapshot: { seat, rematchId }, isPrivate }: Omit<Props, 'speech'>) {
  const { texts } = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const again = async () => {
    setBusy(true);
    try {
      navigate(matchHref(handOver(await live.rematch())));
    } catch (thrown) {
      setError(asError(thrown));
      setBusy(false);
    }
  };
  return (
    <>
      <p className="others">
        {seat !== undefined && (
          <button type="button" className="main" disabled={isBusy} onClick={() => void again()}>
            {rematchId === undefined ? texts.match.again : texts.match.joinAgain}
          </button>
        )}
        {seat === undefined && rematchId !== undefined && (
          <Link to={matchHref(rematchId)} className="button main">
            {texts.match.watchAgain}
          </Link>
        )}
        {(seat !== undefined || !isPrivate) && (
          <>
            <Link to={replayHref(live.id)} className="button">
              {texts.past.replay}
            </Link>
            <Link to={proofHref(live.id)} className="button">
              {texts.past.proof}
            </Link>
          </>
        )}
        <Link to={PAGES.home} className="button">
          {texts.home}
        </Link>
      </p>
      {isPrivate ? (
        <p>{texts.past.onlyPlayers}</p>
      ) : (
        <Share link={new URL(replayHref(live.id), location.origin).href} label={texts.past.share} />
      )}
      {error && <Problem error={error} />}
    </>
  );
}
