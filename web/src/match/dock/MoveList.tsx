import { useLanguage } from '../../app/language.tsx';
import type { Choice } from '../../moves/picks.ts';
import { KeySign } from '../keys/KeySign.tsx';
import { actionAt } from '../keys/keys.ts';
import { Forgone } from './Forgone.tsx';
import type { Taps } from './useTaps.ts';

interface Props {
  readonly choices: readonly Choice[];
  /** All moves of the question, also those that are not about the thing that was tapped. */
  readonly all: readonly Choice[];
  readonly taps: Taps;
  readonly tap: (choice: Choice) => void;
}

/** The moves in words. */
export function MoveList({ choices, all, taps, tap }: Props) {
  const { texts } = useLanguage();
  return (
    <ol className="move-list" aria-label={texts.match.tabs.moves}>
      {choices.map((choice, place) => (
        <li key={choice.move}>
          <button
            type="button"
            className={`move${choice.isPass ? ' pass' : ''}`}
            aria-busy={taps.pending === choice.move}
            disabled={taps.pending !== undefined}
            aria-disabled={taps.isFresh}
            onClick={() => tap(choice)}
          >
            <KeySign action={actionAt(place)} />
            <span>
              {choice.sentence} {choice.about !== '' && <small>{choice.about}</small>}
              <Forgone choice={choice} all={all} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
