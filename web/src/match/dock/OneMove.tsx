import { useEffect, useRef } from 'react';
import { useLanguage, useTexts } from '../../app/language.tsx';
import type { Choice } from '../../moves/picks.ts';
import { KeySign } from '../keys/KeySign.tsx';
import { Forgone } from './Forgone.tsx';
import { DOCK_TEXTS } from './texts.ts';
import type { Chosen } from './useChosen.ts';
import type { Taps } from './useTaps.ts';

interface Props {
  readonly choice: Choice;
  /** All moves of the question, of which it is one. */
  readonly all: readonly Choice[];
  readonly taps: Taps;
  readonly doIt: () => void;
  readonly chosen: Chosen;
}

/** One move with all that it means, and the button that plays it. It stands at the edge, where no pass ever stands. */
export function OneMove({ choice, all, taps, doIt, chosen }: Props) {
  const { texts } = useLanguage();
  const { sure } = useTexts(DOCK_TEXTS);
  const button = useRef<HTMLButtonElement>(null);
  /** It was tapped already, and asks once more. */
  const isSecond = chosen.move !== undefined;
  useEffect(() => {
    if (isSecond) button.current?.focus();
  }, [isSecond]);
  return (
    <div className="one-move">
      <p>
        {isSecond && <strong>{sure}</strong>} {choice.sentence} <small>{choice.about}</small>
        <Forgone choice={choice} all={all} />
      </p>
      <button
        type="button"
        className="move main"
        aria-busy={taps.pending === choice.move}
        disabled={taps.pending !== undefined}
        aria-disabled={taps.isFresh}
        ref={button}
        onClick={doIt}
      >
        {texts.match.doIt} <KeySign action="doIt" />
      </button>
      {chosen.pick === undefined && (
        <button type="button" className="quiet" onClick={chosen.clear}>
          {texts.match.allMoves}
        </button>
      )}
    </div>
  );
}
