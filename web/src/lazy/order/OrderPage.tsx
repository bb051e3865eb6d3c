/** Where a moderator reads reports, does something about a player, and settles what players answer. */
import {
  type GivenPenalties,
  type HeardReport,
  type NewPenalty,
  type OrderFigures,
  type PenaltySettling,
  RefusedError,
} from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link, matchHref, useQuery } from '../../app/navigation.tsx';
import { Problem, useAsked, useDeed } from '../../app/asked.tsx';
import { usePlayer } from '../../app/player.tsx';
import { usePages } from '../../app/longList.ts';
import { PenaltyFacts } from '../../people/figures.tsx';
import { PENALTIES, REPORT } from '../../people/texts.ts';
import { Button, Field, Form, Select } from '../../ui/forms.tsx';
import { ORDER } from './texts.ts';
import { Card } from '../../ui/controls.tsx';
import '../../people/people.css';

/** With `?player=ID` the form is for this player, and the list shows what was done before. */
export function OrderPage() {
  const texts = useTexts(ORDER);
  const player = useQuery('player');
  const { client } = usePlayer();
  const { value: me, error, again } = useAsked(useCallback(() => client.account.me(), [client]));
  useTitle(texts.title);
  const rights = me?.rights ?? [];
  const kinds = KINDS.filter((kind) => rights.includes(kind));
  return (
    <main className="page">
      <h1>{texts.title}</h1>
      {error && <Problem error={error} retry={again} />}
      {me && rights.length === 0 && <p className="none">{texts.noRights}</p>}
      {kinds.length > 0 && <Penalties key={player} player={player} kinds={kinds} />}
      {rights.includes('reports') && <Reports />}
      {rights.includes('figures') && <Figures />}
    </main>
  );
}

const KINDS: readonly NewPenalty['kind'][] = ['mute', 'ban', 'rename'];
const REASONS = Object.keys(PENALTIES.en.reasons) as readonly NewPenalty['reason'][];
const toPlayer = (player: string) => `${PAGES.order}?${new URLSearchParams({ player })}`;

interface PenaltiesProps {
  readonly player: string | undefined;
  readonly kinds: typeof KINDS;
}

function Penalties({ player, kinds }: PenaltiesProps) {
  const texts = useTexts(ORDER);
  const { lists } = useLanguage().texts;
  const { client } = usePlayer();
  const [mostDays, setMostDays] = useState<number>();
  const ask = useCallback(
    async (before: string | undefined) => {
      const which = { ...(player !== undefined && { player }), ...(before !== undefined && { before }) };
      const { penalties, next, ...page } = await client.order.penalties(which);
      setMostDays(page.mostDays);
      return { items: penalties, next };
    },
    [client, player],
  );
  const { items, error, more, again } = usePages(ask);
  return (
    <>
      {mostDays !== undefined && <Giving player={player} kinds={kinds} mostDays={mostDays} again={again} />}
      <Card title={texts.penalties}>
        {items?.length === 0 && <p className="none">{texts.none}</p>}
        <ul className="sessions">
          {items?.map((one) => (
            <li key={one.penalty}>
              <Link to={toPlayer(one.player)}>{one.name}</Link>
              <PenaltyFacts of={one} />
              {maySettle(one, kinds) && <Settling of={one} again={again} />}
            </li>
          ))}
        </ul>
        {error && <Problem error={error} retry={more} />}
        {more && !error && <Button onClick={more} text={lists.older} />}
      </Card>
    </>
  );
}

/** One that the operator or another host gave is theirs alone. */
function maySettle({ isOver, giver, kind }: GivenPenalties['penalties'][number], kinds: typeof KINDS): boolean {
  return !isOver && giver === 'moderator' && kinds.includes(kind);
}

interface GivingProps extends PenaltiesProps {
  readonly mostDays: number;
  readonly again: () => void;
}

function Giving({ player, kinds, mostDays, again }: GivingProps) {
  const texts = useTexts(ORDER);
  const penalties = useTexts(PENALTIES);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const give = (said: (field: string) => string, clear: () => void) =>
    run(async () => {
      const [kind, reason] = [said('kind') as NewPenalty['kind'], said('reason') as NewPenalty['reason']];
      const more = {
        ...(said('text') && { text: said('text') }),
        ...(kind !== 'rename' && { days: Number(said('days')) }),
      };
      await client.order.penalize(said('player'), { kind, reason, ...more }).finally(again);
      clear();
    });
  return (
    <Card title={texts.give}>
      <Form send={give} className="line adding">
        <Field label={texts.player} name="player" required maxLength={64} defaultValue={player} autoComplete="off" />
        <Select name="kind" label={texts.what} values={kinds} nameOf={(kind) => penalties.kinds[kind]} />
        <Select name="reason" label={texts.rule} values={REASONS} nameOf={(reason) => penalties.reasons[reason]} />
        <label>
          <small>{texts.text}</small>
          <textarea name="text" maxLength={300} rows={3} />
        </label>
        <Field
          label={texts.days(mostDays)}
          name="days"
          type="number"
          min={1}
          max={mostDays}
          defaultValue={1}
          required
        />
        <Button type="submit" className="grave" disabled={isBusy} text={texts.do} />
        {error && <WhyNot error={error} />}
      </Form>
    </Card>
  );
}

interface SettlingProps {
  readonly of: GivenPenalties['penalties'][number];
  readonly again: () => void;
}

/** The giver does not judge the answer. */
function Settling({ of: { penalty, name, kind, by, answeredAt = 0, settledAt = 0 }, again }: SettlingProps) {
  const texts = useTexts(ORDER);
  const { client, session } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const isAnswered = answeredAt > settledAt && by !== session.player;
  const settle = (settling: PenaltySettling) => run(() => client.order.settle(penalty, settling).finally(again));
  const button = (label: string, act: () => void) => (
    <Button disabled={isBusy} aria-label={`${label}: ${name}`} onClick={act} text={label} />
  );
  return (
    <>
      <div className="others">
        {isAnswered && button(texts.keep, () => settle({ outcome: 'kept' }))}
        {button(texts.lift, () => settle({ outcome: 'lifted' }))}
      </div>
      {kind !== 'rename' && (
        <Form send={(said) => settle({ outcome: 'shortened', days: Number(said('days')) })} className="line">
          <Field label={texts.shortenTo} name="days" type="number" min={1} defaultValue={1} required />
          <Button type="submit" disabled={isBusy} aria-label={`${texts.shorten}: ${name}`} text={texts.shorten} />
        </Form>
      )}
      {error && <WhyNot error={error} />}
    </>
  );
}

/** A moderator is told more exactly than others why something cannot be done. */
function WhyNot({ error }: { readonly error: Error }) {
  const { refused } = useTexts(ORDER);
  const reason = error instanceof RefusedError ? error.reason : undefined;
  if (reason === undefined || !isKnown(refused, reason)) return <Problem error={error} />;
  return (
    <p role="alert" className="problem">
      {refused[reason]}
    </p>
  );
}

function isKnown<T extends object>(texts: T, reason: PropertyKey): reason is keyof T {
  return Object.hasOwn(texts, reason);
}

function Reports() {
  const texts = useTexts(ORDER);
  const { client } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.order.reports(), [client]));
  return (
    <Card title={texts.reports}>
      {error && <Problem error={error} retry={again} />}
      {value?.length === 0 && <p className="none">{texts.none}</p>}
      <ul className="sessions">
        {value?.map((one) => (
          <OneReport key={one.id} of={one} again={again} />
        ))}
      </ul>
    </Card>
  );
}

function OneReport({ of, again }: { readonly of: HeardReport; readonly again: () => void }) {
  const texts = useTexts(ORDER);
  const { reasons } = useTexts(REPORT);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const { id, player, name, match, reason, text, lines = [], settled } = of;
  const settle = (outcome: 'acted' | 'dismissed') => run(() => client.order.settleReport(id, outcome).finally(again));
  return (
    <li>
      <p>
        <b>{reasons[reason]}</b> {player && <Link to={toPlayer(player)}>{name ?? player}</Link>}{' '}
        {match && <Link to={matchHref(match)}>{match}</Link>}
      </p>
      {text !== '' && <p className="wrote">{text}</p>}
      {lines.map((line) => (
        <p key={`${line.at} ${line.player}`} className="wrote">
          {line.player}: {line.text ?? line.phrase}
        </p>
      ))}
      {settled !== undefined && <p>{texts.settled[settled]}</p>}
      {settled === undefined && (
        <div className="others">
          {(['acted', 'dismissed'] as const).map((outcome) => (
            <Button key={outcome} disabled={isBusy} onClick={() => settle(outcome)} text={texts.settled[outcome]} />
          ))}
        </div>
      )}
      {error && <Problem error={error} />}
    </li>
  );
}

// Figures in which a moderator may see that something is wrong, each with its meaning in words.

/** Reading them takes a while, so they are shown when a moderator asks. */
function Figures() {
  const texts = useTexts(ORDER);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [figures, setFigures] = useState<OrderFigures>();
  return (
    <Card title={texts.figures}>
      {figures === undefined ? (
        <Button
          disabled={isBusy}
          onClick={() => run(async () => setFigures(await client.order.figures()))}
          text={texts.showFigures}
        />
      ) : (
        <>
          <p>{texts.figuresAbout(figures.matches)}</p>
          <FigureList title={texts.sandbagging} rows={figures.sandbagging.map((one) => ({ ...one, key: one.player }))}>
            {({ thrown, matches }) => texts.ofMatches(thrown, matches)}
          </FigureList>
          <FigureList title={texts.stalling} rows={figures.stalling.map((one) => ({ ...one, key: one.player }))}>
            {({ byClock, turns, left, matches }) => `${texts.ofTurns(byClock, turns)}, ${texts.leftOf(left, matches)}`}
          </FigureList>
          <FigureList
            title={texts.together}
            rows={figures.together.map((one) => ({
              ...one,
              player: one.winner.player,
              name: texts.beats(one.winner.name, one.loser.name),
              key: `${one.winner.player} ${one.loser.player}`,
            }))}
          >
            {({ won, expected, matches }) => texts.points(won, expected, matches)}
          </FigureList>
        </>
      )}
      {error && <Problem error={error} />}
    </Card>
  );
}

interface FigureRow {
  readonly key: string;
  readonly player: string;
  readonly name: string;
  readonly isMarked: boolean;
}

interface FigureListProps<T> {
  readonly title: string;
  readonly rows: readonly T[];
  readonly children: (row: T) => string;
}

function FigureList<T extends FigureRow>({ title, rows, children }: FigureListProps<T>) {
  const texts = useTexts(ORDER);
  return (
    <>
      <h3>{title}</h3>
      {rows.length === 0 && <p className="none">{texts.none}</p>}
      <ul className="sessions">
        {rows.map((row) => (
          <li key={row.key}>
            <Link to={`${PAGES.player}?id=${row.player}`}>{row.name}</Link>: {children(row)}{' '}
            {row.isMarked && <b>({texts.marked})</b>}
          </li>
        ))}
      </ul>
    </>
  );
}
