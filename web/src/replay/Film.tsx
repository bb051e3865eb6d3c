import type { Eyes, Moment } from '@flower-war/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../app/language.tsx';
import { Outcome } from '../match/ended/Outcome.tsx';
import type { Summary } from '../match/place.ts';
import { Latest, Story } from '../match/story/Story.tsx';
import { sentencesOf } from '../match/story/sentences.ts';
import type { Step } from '../match/story/useStory.ts';
import { useTableSpeech } from '../match/useTableSpeech.ts';
import type { TableProps } from '../moves/tableProps.ts';
import { useMotions } from '../tables/motion/useMotions.ts';
import { Controls } from './Controls.tsx';
import { type Near, seatIn, startIn } from './moments.ts';
import { Onward } from './Onward.tsx';
import { Picture } from './Picture.tsx';
import type { Reel } from './useMoments.ts';
import { END, usePlayback } from './usePlayback.ts';

interface Props {
  readonly summary: Summary;
  readonly eyes: Eyes;
  readonly reel: Reel;
  /** Where it begins. */
  readonly near: Near;
  readonly onShow: (moment: Moment) => void;
}

/** One moment of a match: its table, what happened so far, and the ways to other moments. */
export function Film({ summary, eyes, reel: { moments, isWhole, error }, near, onShow }: Props) {
  const [chosen, choose] = useState<number>();
  const last = moments.length - 1;
  const index = Math.min(last, chosen ?? startIn(moments, near));
  const moment = moments[index] as Moment;
  const isComing = !isWhole && error === undefined;
  const tells = moment.events.length > 0;
  const playback = usePlayback({ index, last, tells, isComing, go: choose });
  useEffect(() => onShow(moment), [moment, onShow]);
  const game: string = summary.game;
  const speech = useTableSpeech(game, moment.view);
  const story = useStoryUpTo(moments, index);
  const table = { game, view: moment.view, seat: seatIn(eyes), speech };
  const screen = useRef<HTMLDivElement>(null);
  useMotions(screen, table);
  const isEnd = isWhole && index === last && summary.result !== undefined;
  return (
    <div className="film" ref={screen}>
      <Picture table={table} />
      <div className="side">
        <Controls
          index={index}
          last={last}
          about={useAbout(moment, table)}
          playback={playback}
          go={(to) => {
            playback.pause();
            choose(to === last ? END : to);
          }}
        />
        <Latest story={story.slice(-1)} game={game} speech={speech} />
        {isEnd && summary.result && (
          <Outcome match={summary.match} seats={summary.seats} result={summary.result} speech={speech} />
        )}
        <Onward summary={summary} moment={moment} eyes={eyes} speech={speech} />
        <div className="past">
          <Story story={story} game={game} speech={speech} />
        </div>
      </div>
    </div>
  );
}

const KEPT = 200;

function useStoryUpTo(moments: readonly Moment[], index: number): readonly Step[] {
  return useMemo(
    () => moments.slice(Math.max(0, index + 1 - KEPT), index + 1).map(({ step, events }) => ({ number: step, events })),
    [moments, index],
  );
}

/** What the slider says of its place: what happened there, or else what kind of step it is. */
function useAbout({ step, events, kind, seat }: Moment, { game, speech }: Pick<TableProps, 'game' | 'speech'>): string {
  const { words } = useLanguage();
  const lines = sentencesOf({ number: step, events }, { game, words, speech });
  if (lines.length > 0) return lines.map(({ text }) => text).join(' ');
  const what = words.screen.replay.kinds[kind] ?? kind;
  return seat === undefined ? what : `${speech.name(seat)}: ${what}`;
}
