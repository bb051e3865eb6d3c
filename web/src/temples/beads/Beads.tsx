import { RefusedError, type Slot } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { useState } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { useLanguage } from '../../app/language.tsx';
import { useDeed } from '../../app/useAsked.ts';
import { type BeadsSaid, type Counts, gathered, remediesFor, type Say, type Waiting } from './remedies.ts';
import './beads.css';

const SLOTS: readonly Slot[] = ['war', 'rain'];

interface BeadsProps {
  readonly counts: Readonly<Record<Slot, Counts & { readonly disputed?: boolean }>>;
  readonly waiting: readonly Waiting[];
  readonly isInMatch: boolean;
  /** Absent for people who have no say about these beads. */
  readonly say: Say | undefined;
  /** Whether this person ends disputes. */
  readonly isHost: boolean;
}

/** What became of the beads of a temple: the counts of each slot, why beads wait, and what can be done about it. */
export function Beads({ counts, waiting, isInMatch, say, isHost }: BeadsProps) {
  const { words } = useLanguage();
  const { isBusy, error, run } = useDeed();
  const tell = say && ((said: BeadsSaid) => run(() => say(said)));
  const { temples } = words.screen;
  return (
    <div className="beads" aria-busy={isBusy}>
      <dl>
        {SLOTS.map((slot) => (
          <div key={slot} className={slot}>
            <dt>{temples.slots[slot]}</dt>
            <dd>{tally(counts[slot], words)}</dd>
          </div>
        ))}
      </dl>
      <ul className="waiting">
        {gathered(waiting).map((run) => (
          <li key={`${run.slot} ${run.why}`}>
            <p>{temples.waits(run.n, run.slot, reasonOf(run, words))}</p>
            {!counts[run.slot].disputed && <Deeds said={remediesFor(run, isInMatch)} tell={tell} isBusy={isBusy} />}
          </li>
        ))}
        {SLOTS.filter((slot) => counts[slot].toTake > 0).map((slot) => (
          <li key={slot}>
            <p>{temples.takeBack(counts[slot].toTake, slot, '')}</p>
            {!counts[slot].disputed && (
              <Deeds said={[{ what: 'returned', slot, n: counts[slot].toTake }]} tell={tell} isBusy={isBusy} />
            )}
          </li>
        ))}
      </ul>
      {isInMatch &&
        SLOTS.map((slot) => (
          <Dispute key={slot} slot={slot} counts={counts[slot]} tell={tell} isHost={isHost} isBusy={isBusy} />
        ))}
      {error && <BeadProblem error={error} />}
    </div>
  );
}

function Deeds({
  said,
  tell,
  isBusy,
}: {
  readonly said: readonly BeadsSaid[];
  readonly tell: ((said: BeadsSaid) => void) | undefined;
  readonly isBusy: boolean;
}) {
  const { words } = useLanguage();
  if (tell === undefined) return null;
  return (
    <p className="deeds">
      {said.map((one) => (
        <button key={one.what} type="button" disabled={isBusy} onClick={() => tell(one)}>
          {deedWords(one, words)}
        </button>
      ))}
    </p>
  );
}

function deedWords(said: BeadsSaid, { screen }: Words): string {
  const { deeds } = screen.temples;
  switch (said.what) {
    case 'returned':
      return deeds.returned(said.n);
    case 'confirmed':
      return deeds.confirmed();
    case 'claimed':
      return deeds.claimed(said.n);
    case 'disputed':
      return deeds.disputed(said.slot);
    case 'settled':
      return said.as === 'counts' ? deeds.settledCounts(said.n) : deeds.settledReturned(said.n);
    case 'by-hand':
      return said.is ? deeds.byHand : deeds.byTemple;
  }
}

function tally({ sensed, applied, held, refused, toTake }: Counts, { screen }: Words): string {
  const { temples } = screen;
  const rest = [...(held > 0 ? [temples.held(held)] : []), ...(refused > 0 ? [temples.refused(refused)] : [])];
  return [temples.tally(sensed, applied), ...rest, ...(toTake > 0 ? [temples.toTake(toTake)] : [])].join(', ');
}

function reasonOf({ why }: Waiting, { screen }: Words): string {
  const text = screen.temples.whyShown[why];
  return text === undefined ? '' : `: ${text}`;
}

/** A reason that the words know says more than the code. */
function BeadProblem({ error }: { readonly error: Error }) {
  const { words } = useLanguage();
  const { refusals } = words.screen.temples;
  const reason = error instanceof RefusedError && error.code === 'beads-refused' ? refusals[error.reason ?? ''] : '';
  if (!reason) return <Problem error={error} />;
  return (
    <p role="alert" className="problem">
      {sentence(reason)}
    </p>
  );
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** Players may dispute beads that do not count. The host says how many of them do, or were taken out. */
function Dispute({
  slot,
  counts: { held, toTake, disputed = false },
  tell,
  isHost,
  isBusy,
}: {
  readonly slot: Slot;
  readonly counts: Counts & { readonly disputed?: boolean };
  readonly tell: ((said: BeadsSaid) => void) | undefined;
  readonly isHost: boolean;
  readonly isBusy: boolean;
}) {
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
