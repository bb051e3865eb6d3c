import { type LiveMatch, RefusedError } from '@flower-war/client';
import { useLanguage } from '../../app/language.tsx';
import { sayAt } from '../beads/say.ts';
import { useDeed } from '../beads/useDeed.ts';

interface Props {
  readonly live: LiveMatch;
  readonly temple: string;
  readonly isByHand: boolean;
}

/** A player whose temple is not at hand makes offerings on the screen. */
export function ByHand({ live, temple, isByHand }: Props) {
  const { words } = useLanguage();
  const { isBusy, error, run } = useDeed();
  const { deeds, refusals, byHand } = words.screen.temples;
  const reason = error instanceof RefusedError ? refusals[error.reason ?? ''] : undefined;
  return (
    <div className="deeds">
      {isByHand && <p>{byHand(undefined)}</p>}
      <button
        type="button"
        disabled={isBusy}
        onClick={() => run(() => sayAt(live, temple)({ what: 'by-hand', is: !isByHand }))}
      >
        {isByHand ? deeds.byTemple : deeds.byHand}
      </button>
      {error && <p role="alert">{reason ?? error.message}</p>}
    </div>
  );
}
