/** Several equal small acts with one tap: how many skulls to give to a god. */
import type { LiveMatch } from '@flower-war/client';
import type { Played } from '@flower-war/client/react';
import { useTexts } from '../../app/language.tsx';
import type { Choice } from '../../moves/choices.ts';
import { severalOf } from '../../moves/stakes.ts';
import { SEVERAL_TEXTS } from '../texts.ts';
import type { Taps } from './choosing.ts';

interface SeveralProps {
  readonly choices: readonly Choice[];
  readonly taps: Taps;
  readonly tap: (choice: Choice, times: number) => void;
}

/** A row for each move that may be played several times. What asks once more is played one by one. */
export function Several({ choices, taps, tap }: SeveralProps) {
  const texts = useTexts(SEVERAL_TEXTS);
  const repeated = choices.filter((choice) => !choice.isDear && severalOf(choice).length > 0);
  if (repeated.length === 0) return null;
  return (
    <fieldset className="several">
      <legend>{texts.title}</legend>
      {repeated.map((choice) => (
        <p key={choice.move}>
          <span>{choice.sentence.split(/ → |\. /)[0]}</span>
          {severalOf(choice).map((times) => (
            <button
              key={times}
              type="button"
              aria-label={texts.times(choice.sentence, times)}
              disabled={taps.pending !== undefined}
              aria-disabled={taps.isFresh}
              onClick={() => tap(choice, times)}
            >
              ×{times}
            </button>
          ))}
        </p>
      ))}
    </fieldset>
  );
}

/** The next question comes at once, unless another seat is asked first. */
const NEXT_WITHIN_MS = 10_000;

interface Repeated {
  readonly move: string;
  readonly times: number;
  /** Plays it for the first time, as the answer to the question on the screen. */
  readonly play: (move: string) => Promise<Played>;
}

/**
 * Plays a move several times, each time as the answer to the question that the time before has brought. It stops at the first surprise:
 * another question, an act of another seat, or a refusal.
 */
export async function playSeveral(live: LiveMatch, { move, times, play }: Repeated): Promise<Played> {
  let isSurprised = false;
  const stop = live.on('events', (events) => {
    isSurprised ||= events.some(({ seat }) => typeof seat === 'number' && seat !== live.seat);
  });
  let asked = live.decision;
  const isAskedAnew = () => live.isOver || (live.decision !== undefined && live.decision !== asked);
  try {
    let answer = await play(move);
    for (let more = times - 1; more > 0 && answer.kind === 'accepted'; more--) {
      await live.until(isAskedAnew, { within: NEXT_WITHIN_MS }).catch(() => {});
      if (isSurprised || !isAskedAnew() || !live.legal.includes(move)) break;
      asked = live.decision;
      answer = await live.play(move);
    }
    return answer;
  } finally {
    stop();
  }
}
