import type { Slot } from '@flower-war/client';
import { useState } from 'react';
import { useLanguage } from '../../app/language.tsx';
import type { BeadsSaid, Counts } from './remedies.ts';

interface Props {
  readonly slot: Slot;
  readonly counts: Counts & { readonly disputed?: boolean };
  readonly tell: ((said: BeadsSaid) => void) | undefined;
  readonly isHost: boolean;
  readonly isBusy: boolean;
}

/** Players may dispute beads that do not count. The host says how many of them do, or were taken out. */
export function Dispute({ slot, counts: { held, toTake, disputed = false }, tell, isHost, isBusy }: Props) {
  const { words } = useLanguage();
  const { temples } = words.screen;
  const most = held + toTake;
  const [chosen, setChosen] = useState(most);
  if (disputed && !(isHost && tell)) return <p role="status">{temples.inDisputeNow(slot)}</p>;
  if (tell === undefined || (!disputed && most === 0)) return null;
  if (!disputed)
    return (
      <button type="button" className="quiet" disabled={isBusy} onClick={() => tell({ what: 'disputed', slot })}>
        {temples.deeds.disputed(slot)}
      </button>
    );
  const n = Math.min(Math.max(1, chosen), Math.max(1, most));
  return (
    <div className="dispute" role="status">
      <label>
        {temples.toSettle(slot)}
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          value={n}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      </label>
      <p className="deeds">
        <button type="button" disabled={isBusy} onClick={() => tell({ what: 'settled', slot, n, as: 'counts' })}>
          {temples.deeds.settledCounts(n)}
        </button>
        <button type="button" disabled={isBusy} onClick={() => tell({ what: 'settled', slot, n, as: 'returned' })}>
          {temples.deeds.settledReturned(n)}
        </button>
      </p>
    </div>
  );
}
