/** What became of the beads of a temple, and what a player may say about them. */
import {
  type BeadWord,
  type FlowerWarClient,
  type LiveMatch,
  type OwnTemple,
  RefusedError,
  type Slot,
  type TempleJson,
} from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { useState } from 'react';
import { Problem, useDeed } from '../app/asked.tsx';
import { useLanguage } from '../app/language.tsx';
import { Button, Field } from '../ui/forms.tsx';
import { OF_THE_TABLE } from './taking.ts';
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
        <Button key={one.what} disabled={isBusy} onClick={() => tell(one)} text={deedWords(one, words)} />
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
      <Button
        className="quiet"
        disabled={isBusy}
        onClick={() => tell({ what: 'disputed', slot })}
        text={temples.deeds.disputed(slot)}
      />
    );
  const n = Math.min(Math.max(1, chosen), Math.max(1, most));
  return (
    <div className="dispute" role="status">
      <Field
        isPlain
        label={temples.toSettle(slot)}
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        value={n}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
      <p className="deeds">
        <Button
          disabled={isBusy}
          onClick={() => tell({ what: 'settled', slot, n, as: 'counts' })}
          text={temples.deeds.settledCounts(n)}
        />
        <Button
          disabled={isBusy}
          onClick={() => tell({ what: 'settled', slot, n, as: 'returned' })}
          text={temples.deeds.settledReturned(n)}
        />
      </p>
    </div>
  );
}

interface Disputed {
  readonly seat: number | undefined;
  readonly host: number | undefined;
  /** The view of the match. */
  readonly view: object;
}

/**
 * Whether a seat may end disputes: the host or, when the host plays no more, the player who sat down first. Which of the others that is,
 * the server knows.
 */
export function mayEndDisputes({ seat, host, view }: Disputed): boolean {
  const { tribes = [] } = view as { readonly tribes?: readonly { readonly here: boolean }[] };
  const plays = (one: number | undefined) => one !== undefined && tribes[one]?.here !== false;
  return plays(host) ? seat === host : plays(seat);
}

/** Whether a seat has a say about the beads of a temple. Once the temple has left the match, its owner says it on the page of temples. */
export function hasSay(temple: TempleJson, seat: number | undefined, { isHost }: Pick<BeadsProps, 'isHost'>): boolean {
  const isConcerned = isHost || temple.seat === seat || temple.seat === OF_THE_TABLE;
  return temple.counts && seat !== undefined && isConcerned;
}

// What a player may say about beads that wait: a button for each.

type WithoutTemple<W> = W extends unknown ? Omit<W, 'temple'> : never;

/** What is said about beads. The temple is the one beside which the button stands. */
type BeadsSaid = WithoutTemple<BeadWord>;

/** Beads of one slot that wait for the same reason. */
interface Waiting {
  readonly slot: Slot;
  readonly n: number;
  /** Empty where only the newest bead has a known reason. */
  readonly why: OwnTemple['waiting'][number]['why'] | '';
}

/** The counts of one slot. */
type Counts = Omit<TempleJson['war'], 'disputed'>;

/** What helps beads that wait. Outside of a match they can be claimed from no player. */
export function remediesFor({ slot, n, why }: Waiting, isInMatch: boolean): readonly BeadsSaid[] {
  const takenOut: BeadsSaid = { what: 'returned', slot, n };
  if (why === 'implausible') return [{ what: 'confirmed' }, takenOut];
  if (why === 'unclaimed' && isInMatch) return [{ what: 'claimed', slot, n }, takenOut];
  return [takenOut];
}

/** What waits in a temple at a match. Its owner knows why each bead waits there, unless the temple counts for another match by now. */
export function waitingAt(match: string, shown: TempleJson, own: OwnTemple | undefined): readonly Waiting[] {
  return own?.bound?.match === match ? own.waiting : waitingIn(shown);
}

/** The beads that wait as a table shows them, which tells less than the owner of a temple hears. */
export function waitingIn({ last, doubted, unclaimed, ...slots }: TempleJson): readonly Waiting[] {
  return SLOTS.flatMap((slot) => {
    const n = slots[slot].held;
    if (n === 0) return [];
    const known = last.slot === slot && last.verdict === 'held' ? last.why : '';
    return [{ slot, n, why: known || (doubted > 0 ? 'implausible' : unclaimed > 0 ? 'unclaimed' : '') }];
  });
}

/** Beads of one slot that wait for the same reason stand in one line, however they came. */
export function gathered(runs: readonly Waiting[]): readonly Waiting[] {
  const lines = Map.groupBy(runs, ({ slot, why }) => `${slot} ${why}`);
  return [...lines.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ ...first, n: rest.reduce((sum, { n }) => sum + n, first.n) }],
  );
}

/** The counts of a temple as its owner hears them, by slot. */
export function countsIn({ sensed, applied, held, refused, toTake }: OwnTemple['ledger'], slot: Slot): Counts {
  return {
    sensed: sensed[slot],
    applied: applied[slot],
    held: held[slot],
    refused: refused[slot],
    toTake: toTake[slot],
  };
}

// Tells the server what a player says about beads: at the table, or to a temple that counts for no match.

/** Fails with what the server refused. */
type Say = (said: BeadsSaid) => Promise<void>;

export const sayAt =
  (live: Pick<LiveMatch, 'beads'>, temple: string): Say =>
  async (said) => {
    const answer = await live.beads({ temple, ...said });
    if (answer.kind === 'rejected') throw new RefusedError(answer);
  };

/** The table hears it also from a player who does not look at it now. */
export const sayAsOwner =
  (client: FlowerWarClient, { temple, bound }: Pick<OwnTemple, 'temple' | 'bound'>): Say =>
  async (said) => {
    if (bound !== undefined) {
      const live = await client.join(bound.match);
      return sayAt(live, temple)(said).finally(() => live.close());
    }
    if (said.what === 'returned') await client.temples.returnBeads(temple, said.slot, said.n);
    if (said.what === 'confirmed') await client.temples.confirmBeads(temple);
  };
