import { type LiveMatch, type MatchSnapshot, type OwnTemple, RefusedError, type TempleJson } from '@flower-war/client';
import { useTemple } from '@flower-war/client/react';
import type { Words } from '@flower-war/words';
import { useCallback, useEffect } from 'react';
import { PAGES } from '@flower-war/protocol/pages';
import { useLanguage, useTexts } from '../app/language.tsx';
import { usePlayer } from '../app/player.tsx';
import { Problem, useAsked, useDeed } from '../app/asked.tsx';
import type { Choice } from '@flower-war/board/drawing';
import { OF_THE_TABLE, templeOf } from './taking.ts';
import { Beads, hasSay, mayEndDisputes, sayAt, waitingAt } from './Beads.tsx';
import { AT_TABLE } from './texts.ts';
import { Button } from '../ui/forms.tsx';
import { Link } from '../app/navigation.tsx';
import './table.css';

interface AtTableProps {
  readonly live: LiveMatch;
  readonly snapshot: MatchSnapshot;
  readonly name: (seat: number) => string;
}

/** The temples that count in this match, and what became of their beads. */
export function AtTable({ live, snapshot, name }: AtTableProps) {
  const { words } = useLanguage();
  const { title } = useTexts(AT_TABLE);
  const { client } = usePlayer();
  const { value: summary } = useAsked(useCallback(() => client.match(live.id), [client, live]));
  const host = summary?.seats.find(({ player }) => player === summary.host)?.seat;
  const isHost = summary !== undefined && mayEndDisputes({ seat: snapshot.seat, host, view: snapshot.view });
  return (
    <details className="at-table">
      <summary>
        <span>{title}</span>
        {snapshot.table.temples.map((temple) => (
          <span key={temple.temple} className="short" role="status">
            {temple.name}: {newestOf(temple, words)}
          </span>
        ))}
      </summary>
      {snapshot.table.temples.map((temple) => (
        <OneTemple key={temple.temple} live={live} snapshot={snapshot} name={name} temple={temple} isHost={isHost} />
      ))}
    </details>
  );
}

interface OneProps extends AtTableProps {
  readonly temple: TempleJson;
  readonly isHost: boolean;
}

function OneTemple({ live, snapshot, name, temple, isHost }: OneProps) {
  const { words } = useLanguage();
  const { seat } = snapshot;
  const { temples } = words.screen;
  const isOwn = temple.seat === seat;
  const whose = isOwn
    ? temples.forYou
    : temple.seat === OF_THE_TABLE
      ? temples.forTable
      : temples.forSeat(name(temple.seat));
  return (
    <section aria-label={temple.name}>
      <p>
        <b>{temple.name}</b> · {whose} · {stateOf(temple, words)}
      </p>
      <Beads
        counts={temple}
        waiting={useWaiting(live.id, temple)}
        isInMatch={temple.counts}
        say={hasSay(temple, seat, { isHost }) ? sayAt(live, temple.temple) : undefined}
        isHost={isHost}
      />
      {seat !== undefined && templeOf(snapshot.table, seat)?.temple === temple.temple && (
        <ByHand live={live} temple={temple.temple} isByHand={snapshot.table.byHand.includes(seat)} />
      )}
    </section>
  );
}

/** The owner hears why each bead waits; the table shows it of the newest bead only. */
function useWaiting(match: string, shown: TempleJson) {
  const { client } = usePlayer();
  const { temple, refresh } = useTemple(client, shown.temple);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other beads at the table are asked for at once.
  useEffect(refresh, [shown, refresh]);
  return waitingAt(match, shown, temple);
}

function stateOf({ counts, present }: TempleJson, { screen }: Words): string {
  const { temples } = screen;
  if (!counts) return temples.noLonger;
  return present ? temples.online : temples.silent;
}

/** What became of the newest bead, in a line that is always in sight. */
function newestOf(temple: TempleJson, words: Words): string {
  const { temples } = words.screen;
  const { slot, verdict, why } = temple.last;
  if (!temple.counts || !temple.present || slot === '') return stateOf(temple, words);
  if (verdict === 'applied') return temples.counts(1, slot);
  const reason = `: ${temples.whyShown[why] ?? why}`;
  return verdict === 'held' ? temples.waits(1, slot, reason) : temples.takeBack(1, slot, reason);
}

/** A player whose temple is not at hand makes offerings on the screen. */
function ByHand({
  live,
  temple,
  isByHand,
}: {
  readonly live: LiveMatch;
  readonly temple: string;
  readonly isByHand: boolean;
}) {
  const { words } = useLanguage();
  const { isBusy, error, run } = useDeed();
  const { deeds, refusals, byHand } = words.screen.temples;
  const reason = error instanceof RefusedError ? refusals[error.reason ?? ''] : undefined;
  return (
    <div className="deeds">
      {isByHand && <p>{byHand(undefined)}</p>}
      <Button
        disabled={isBusy}
        onClick={() => run(() => sayAt(live, temple)({ what: 'by-hand', is: !isByHand }))}
        text={isByHand ? deeds.byTemple : deeds.byHand}
      />
      {error && <p role="alert">{reason ?? error.message}</p>}
    </div>
  );
}

/** The moves that a temple takes, which are therefore no buttons; and the way to make them on the screen after all. */
export function InBeads({
  live,
  temple: { temple, name },
  choices,
}: {
  readonly live: LiveMatch;
  readonly temple: TempleJson;
  readonly choices: readonly Choice[];
}) {
  const { drop } = useTexts(AT_TABLE);
  return (
    <section className="in-beads" aria-label={name}>
      <p>
        <b>{drop(name)}</b>
      </p>
      <ul>
        {choices.map(({ move, sentence }) => (
          <li key={move}>{sentence}</li>
        ))}
      </ul>
      <ByHand live={live} temple={temple} isByHand={false} />
    </section>
  );
}

/** Lets a temple of the player count in this match. */
export function BindMine({ live }: { readonly live: LiveMatch }) {
  const { texts } = useLanguage();
  const own = useTexts(AT_TABLE);
  const { client, session } = usePlayer();
  const asked = useAsked(
    useCallback(async () => {
      const [temples, { host }] = await Promise.all([client.temples.list(), client.match(live.id)]);
      return { temples, isHost: host === session.player };
    }, [client, session, live]),
  );
  const { value, error, again } = asked;
  return (
    <fieldset className="bind-mine">
      <legend>{own.mine}</legend>
      {error && <Problem error={error} retry={again} />}
      {value === undefined && !error && <p>{texts.loading}</p>}
      {value?.temples.length === 0 && (
        <p>
          {own.none} <Link to={PAGES.temples}>{own.claim}</Link>
        </p>
      )}
      {value?.temples.map((temple) => (
        <MyTemple key={temple.temple} temple={temple} match={live.id} isHost={value.isHost} refresh={again} />
      ))}
    </fieldset>
  );
}

function MyTemple({
  temple: { temple, name, bound },
  match,
  isHost,
  refresh,
}: {
  readonly temple: OwnTemple;
  readonly match: string;
  readonly isHost: boolean;
  readonly refresh: () => void;
}) {
  const { client } = usePlayer();
  const own = useTexts(AT_TABLE);
  const { isBusy, error, run } = useDeed();
  const isHere = bound?.match === match;
  const unbind = () => client.temples.unbind(temple);
  const bind = async (to: 'seat' | 'table') => {
    if (bound !== undefined) await unbind();
    await client.temples.bind(temple, match, to);
  };
  const act = (doing: () => Promise<unknown>) => run(() => doing().finally(refresh));
  return (
    <div>
      <p>
        <b>{name}</b> {isHere ? own.countsHere : bound !== undefined && own.elsewhere}
      </p>
      {isHere ? (
        <Button disabled={isBusy} onClick={() => act(unbind)} text={own.unbind} />
      ) : (
        <>
          <Button disabled={isBusy} onClick={() => act(() => bind('seat'))} text={own.seat} />
          {isHost && <Button disabled={isBusy} onClick={() => act(() => bind('table'))} text={own.table} />}
        </>
      )}
      {error && <Problem error={error} />}
    </div>
  );
}
