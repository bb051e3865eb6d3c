/** The drawing of a tournament: the bracket of a knockout, and the table of who met whom in a small round robin. */
import type { TournamentView } from '@flower-war/client';
import { type ReactNode, useCallback } from 'react';
import { useTexts } from '../../app/language.tsx';
import { Link, matchHref } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { Coming, useAsked } from '../../app/asked.tsx';
import { TOURNAMENTS } from './texts.ts';
import { Card } from '../../ui/controls.tsx';
import './tournaments.css';

type Table = TournamentView['tables'][number];
type Seat = Table['seats'][number];

/** A table of more players is as wide as no screen. */
const MOST_CROSSED = 16;

interface DrawnProps {
  readonly of: TournamentView;
  readonly code?: string | undefined;
}

const isCrossed = ({ kind, seats, standings }: TournamentView): boolean =>
  kind === 'round-robin' && seats === 2 && standings.length <= MOST_CROSSED;

/** It takes the tables of all rounds, which are asked for when something has changed. */
export function Drawing({ of, code }: DrawnProps) {
  const { kind, lastRound } = of;
  const isDrawn = lastRound > 0 && (kind === 'knockout' || isCrossed(of));
  return isDrawn ? <Whole of={of} code={code} /> : null;
}

function Whole({ of: { tournament, version }, code }: DrawnProps) {
  const { client } = usePlayer();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is asked for once more.
  const ask = useCallback(
    () => client.tournaments.get(tournament, { tables: 'all', ...(code !== undefined && { code }) }),
    [client, tournament, code, version],
  );
  const { value, ...asked } = useAsked(ask);
  return value === undefined ? <Coming of={asked} /> : <Drawn of={value} />;
}

/** Of a tournament that tells the tables of all rounds. */
export function Drawn({ of }: DrawnProps) {
  const texts = useTexts(TOURNAMENTS);
  const isKnockout = of.kind === 'knockout';
  if (of.lastRound === 0 || !(isKnockout || isCrossed(of))) return null;
  const title = isKnockout ? texts.bracket : texts.crossTable;
  return (
    <Card title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section className="scrolls" aria-label={title} tabIndex={0}>
        {isKnockout ? <Bracket of={of} /> : <CrossTable of={of} />}
      </section>
    </Card>
  );
}

function Bracket({ of }: DrawnProps) {
  const texts = useTexts(TOURNAMENTS);
  const rounds = slotsOf(of);
  return (
    <ol className={of.seats === 2 ? 'bracket paired' : 'bracket'}>
      {rounds.map((slots, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number
        <li key={n}>
          <h3>{texts.round(n + 1)}</h3>
          <ol>
            {slots.map((slot) => (
              <li key={slot.key}>
                <SlotShown slot={slot} />
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

function SlotShown({ slot: { table, bye } }: { readonly slot: Slot }) {
  const texts = useTexts(TOURNAMENTS);
  if (table === undefined)
    return (
      <p className="slot">
        {bye?.name} <small>{texts.bye}</small>
      </p>
    );
  return (
    <div className="slot">
      <ToMatch of={table}>
        {table.seats.map((seat) => (
          <span key={seat.player} className={seat.place === 1 && !seat.isAbsent ? 'won' : undefined}>
            <bdi>{seat.name}</bdi> <small>{stateOf(seat, texts)}</small>
          </span>
        ))}
      </ToMatch>
      {table.outcome === undefined && <small>{texts.running}</small>}
      {table.outcome === 'unplayed' && <small>{texts.unplayed}</small>}
    </div>
  );
}

interface ToMatchProps {
  readonly of: Pick<Table, 'match' | 'outcome'>;
  readonly children: ReactNode;
}

/** A table that is not played has no match. */
export function ToMatch({ of: { match, outcome }, children }: ToMatchProps) {
  return outcome === 'unplayed' ? <span>{children}</span> : <Link to={matchHref(match)}>{children}</Link>;
}

function stateOf({ place, isAbsent }: Seat, { absent }: typeof TOURNAMENTS.en): string {
  if (isAbsent) return absent;
  return place === undefined ? '' : `${place}.`;
}

function CrossTable({ of }: DrawnProps) {
  const texts = useTexts(TOURNAMENTS);
  const { standings } = of;
  const met = metIn(of);
  const names = new Map(standings.map(({ player, name }) => [player, name]));
  const cell = (one: string, other: string) => {
    const found = met.get(`${one} ${other}`);
    if (found === undefined) return one === other ? '×' : '';
    const { table, points } = found;
    const said = (
      <>
        <span className="hidden">{`${names.get(one)} – ${names.get(other)}: `}</span>
        {points ?? '…'}
      </>
    );
    return table === undefined ? said : <ToMatch of={table}>{said}</ToMatch>;
  };
  return (
    <table className="figures cross">
      <thead>
        <tr>
          <th scope="col">{texts.place}</th>
          <th scope="col">{texts.player}</th>
          {standings.map(({ player, name, rank }) => (
            <th key={player} scope="col" title={name}>
              {rank}
            </th>
          ))}
          <th scope="col">{texts.points}</th>
        </tr>
      </thead>
      <tbody>
        {standings.map(({ player, name, rank, points }) => (
          <tr key={player}>
            <td>{rank}</td>
            <th scope="row">{name}</th>
            {standings.map(({ player: other }) => (
              <td key={other}>{cell(player, other)}</td>
            ))}
            <td>{points}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Met {
  /** Absent: one of the two was away, and no table was set. */
  readonly table?: Table;
  readonly points?: number;
}

/** What each player got of each other one, by the ids of both. */
export function metIn({ tables, walkovers = [] }: Pick<TournamentView, 'tables' | 'walkovers'>): Map<string, Met> {
  const met = new Map<string, Met>();
  for (const { player, missing, points } of walkovers)
    met.set(`${player} ${missing}`, { points }).set(`${missing} ${player}`, { points: 0 });
  for (const table of tables)
    for (const { player, points } of table.seats)
      for (const other of table.seats)
        if (other.player !== player)
          met.set(`${player} ${other.player}`, { table, ...(points !== undefined && { points }) });
  return met;
}

// Where each table of a knockout stands in its bracket. Pure.

type Person = TournamentView['byes'][number];

/** A table, or a player who has a bye. */
interface Slot {
  readonly key: string;
  readonly table?: Table;
  readonly bye?: Person;
}

type Bracketed = Pick<TournamentView, 'tables' | 'byes' | 'lastRound'>;

/**
 * By round, the first one first. Each table stands between those from which its players came: the last round keeps its order, and each
 * earlier one follows from the one after it. A player of a round who sat at no table of the round before had a bye there.
 */
export function slotsOf({ tables, byes, lastRound }: Bracketed): readonly (readonly Slot[])[] {
  const rounds: (readonly Slot[])[] = [];
  for (let round = lastRound; round >= 1; round--) {
    const here = tables.filter((table) => table.round === round);
    const [next] = rounds;
    rounds.unshift(next === undefined ? [...here.map(ofTable), ...byes.map(ofBye)] : before(next, here));
  }
  return rounds;
}

const ofTable = (table: Table): Slot => ({ key: table.match, table });
const ofBye = ({ player, name }: Person): Slot => ({ key: player, bye: { player, name } });

function before(next: readonly Slot[], here: readonly Table[]): readonly Slot[] {
  const slots = new Map<string, Slot>();
  const put = (slot: Slot) => slots.set(slot.key, slots.get(slot.key) ?? slot);
  for (const person of next.flatMap(({ table, bye }) => table?.seats ?? bye ?? [])) {
    const from = here.find(({ seats }) => seats.some(({ player }) => player === person.player));
    put(from === undefined ? ofBye(person) : ofTable(from));
  }
  for (const table of here) put(ofTable(table)); // no player went on from it
  return [...slots.values()];
}
