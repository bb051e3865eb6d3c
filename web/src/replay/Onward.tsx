import type { Eyes, Moment } from '@flower-war/client';
import { useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { sitterName } from '../app/games.ts';
import { useLanguage, useTexts } from '../app/language.tsx';
import { Link, matchHref, navigate, proofHref, replayHref } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { useDeed } from '../app/useAsked.ts';
import type { Summary } from '../match/place.ts';
import type { TableSpeech } from '../moves/cardWords.ts';
import { Share } from '../ui/Share.tsx';
import { seatIn, seatOf } from './moments.ts';
import { REPLAY } from './texts.ts';

interface OnwardProps {
  readonly summary: Summary;
  readonly moment: Moment;
  readonly eyes: Eyes;
  readonly speech: TableSpeech;
}

/** What a person may do with a moment: play on from it, and show it to others. */
export function Onward(props: OnwardProps) {
  const { summary, moment, eyes } = props;
  const texts = useTexts(REPLAY);
  const link = new URL(replayHref(summary.match, { step: moment.step, as: eyes }), location.origin).href;
  return (
    <div className="onward">
      <details>
        <summary>{texts.playOn}</summary>
        {summary.status !== 'ended' && <p>{texts.onlyEnded}</p>}
        {summary.status === 'ended' && moment.status !== 'running' && <p>{texts.overHere}</p>}
        {summary.status === 'ended' && moment.status === 'running' && <PlayOn {...props} />}
      </details>
      {summary.status === 'ended' && (
        <Link to={proofHref(summary.match)} className="button">
          {texts.proof}
        </Link>
      )}
      {summary.table.visibility === 'public' && <Share link={link} label={texts.share} />}
    </div>
  );
}

/** The strength of the bots on the other seats. */
const BOT = 'greedy';

function PlayOn({ summary, moment, eyes, speech }: OnwardProps) {
  const { words } = useLanguage();
  const { client, session } = usePlayer();
  const texts = useTexts(REPLAY);
  const [chosen, choose] = useState<number>();
  const { isBusy, error, run } = useDeed();
  const seat = chosen ?? seatIn(eyes) ?? seatOf(summary, session.player) ?? 0;
  const start = () =>
    run(async () => {
      const bots = summary.seats.flatMap((one) => (one.seat === seat ? [] : [{ seat: one.seat, bot: BOT }]));
      const next = await client.history.continue(summary.match as string, { seq: moment.seq ?? 0, bots });
      navigate(matchHref(next.match));
    });
  return (
    <>
      <p>{texts.playOnAbout}</p>
      <p className="buttons">
        <label>
          {texts.playOnAs}{' '}
          <select value={String(seat)} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
            {summary.seats.map((one) => (
              <option key={one.seat} value={String(one.seat)}>
                {speech.name(one.seat)} ({sitterName(words, one, { match: summary.match, seat: one.seat })})
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="main" disabled={isBusy} onClick={start}>
          {texts.playOnStart}
        </button>
      </p>
      {error && <Problem error={error} />}
    </>
  );
}
