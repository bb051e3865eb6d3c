import type { MatchSnapshot } from '@flower-war/client';
import { type MatchState, useMatch, type Where } from '@flower-war/client/react';
import { isTournament, PAGES } from '@flower-war/protocol/pages';
import { ruleOfQuestion } from '@flower-war/words';
import { Suspense, useEffect, useState } from 'react';
import { editionName, goalOf, useLanguage } from '../app/language.tsx';
import { gamesOf, useCards, usePlayer, useSummary, usualBot } from '../app/player.tsx';
import { late, neverBegan, sitterName } from '@flower-war/board/drawing';
import { Coming, Problem, useDeed, useEvery } from '../app/asked.tsx';
import { matchHref, onward, useBehindRules, Way } from '../app/navigation.tsx';
import { useKeptDice } from '../app/setting.ts';
import { ShareLink, TimeLeft } from '../ui/controls.tsx';
import { MatchMenu, WatchMenu, Talk } from './MatchMenu.tsx';
import { MatchHeader, Playing } from './Playing.tsx';
import { endOf } from './outcome.ts';
import { isForPlayers, type Summary, usualPlace, type WayIn, lookEveryMs, moveOn } from './place.ts';
import { Button } from '../ui/forms.tsx';

const DeviceOffer = late(async () => (await import('../alerts/notices.tsx')).DeviceOffer);

/** A match: the player's own table, a table to watch, or the question which of these it shall be. */
export function MatchPage({ id, code }: { readonly id: string; readonly code: string | undefined }) {
  const { texts } = useLanguage();
  const { session } = usePlayer();
  const { value: summary, error, again } = useSummary(id);
  const [chosen, setChosen] = useState<WayIn>();
  const [isMoving, setMoving] = useState(false);
  useBehindRules(summary);
  // A connection that was still open would ask for the seat that the person leaves.
  if (summary === undefined || isMoving)
    return (
      <>
        <MatchHeader {...(error && { title: texts.match.any })} />
        <Coming of={{ error, again }} whole={{}} />
      </>
    );
  const place = chosen ?? usualPlace(summary, session.player);
  if (place === undefined) return <Invitation summary={summary} choose={setChosen} />;
  return <LiveTable summary={summary} place={place} code={code} onMoving={setMoving} />;
}

/** The person goes to another table, or stays. */
type OnMoving = (isMoving: boolean) => void;

/** The match as it is now, kept up to date. */
function LiveTable({
  summary,
  place,
  code,
  onMoving,
}: {
  readonly summary: Summary;
  readonly place: WayIn;
  readonly code: string | undefined;
  readonly onMoving: OnMoving;
}) {
  const { match, game, preset, table } = summary;
  const { client } = usePlayer();
  const where: Where = place === 'join' ? { join: match, code } : { watch: match, code };
  // The page shows matches of every game, and reads their views as plain records.
  const state = useMatch(client, where) as unknown as MatchState;
  const { snapshot, live } = state;
  const cards = useCards(game);
  useKeptDice(live);
  const isGivenUp = snapshot !== undefined && neverBegan(snapshot.table);
  const hasBegun = snapshot !== undefined && snapshot.table.status !== 'open' && !isGivenUp;
  const isPlaying = hasBegun && !snapshot.isOver && snapshot.seat !== undefined;
  const rule = isPlaying && snapshot.decision !== undefined ? ruleOfQuestion(game, snapshot.view) : undefined;
  return (
    <div className="match">
      <MatchHeader preset={preset} rule={rule}>
        {live && isPlaying && (
          <MatchMenu live={live} game={game} snapshot={snapshot} mayPause={!isTournament(summary.host)} />
        )}
        {live && hasBegun && !isPlaying && <WatchMenu />}
        {live && hasBegun && <Talk live={live} lines={snapshot.lines} mode={table.talk} />}
      </MatchHeader>
      {state.status !== 'live' && <NotYet state={state} />}
      {isGivenUp && <GivenUp game={game} preset={preset} snapshot={snapshot} />}
      {state.status === 'live' && !hasBegun && !isGivenUp && (
        <Waiting id={match} preset={preset} snapshot={state.snapshot} onMoving={onMoving} />
      )}
      {state.status === 'live' && hasBegun && (
        <Playing
          game={game}
          cards={cards}
          isPrivate={isForPlayers(summary)}
          isByDays={table.clock.kind === 'days'}
          state={state}
        />
      )}
    </div>
  );
}

function NotYet({ state: { status, error, retry } }: { readonly state: MatchState }) {
  const { texts } = useLanguage();
  if (error !== undefined) return <Coming of={{ error, again: retry }} whole={{}} />;
  return <p className="wait">{status === 'awaiting-approval' ? texts.seat.approval : texts.loading}</p>;
}

/** The match ended while seats were free. */
function GivenUp({
  game,
  preset,
  snapshot: { table },
}: Pick<Summary, 'game' | 'preset'> & { readonly snapshot: MatchSnapshot }) {
  const { words, texts } = useLanguage();
  return (
    <main className="invitation card">
      <h2>{editionName(words, preset)}</h2>
      <p role="status">{endOf(table.result, words)}</p>
      <p className="others">
        <Way to={`${PAGES.new}?game=${game}`} look="main" text={texts.match.playIt} />
        <Way to={PAGES.home} text={texts.home} />
      </p>
    </main>
  );
}

/** A table that still has free seats: who is there, and how others come. */
function Waiting({
  id,
  preset,
  snapshot: { table, seat, behind, clockAhead, connection },
  onMoving,
}: {
  readonly id: string;
  readonly preset: string;
  readonly snapshot: MatchSnapshot;
  readonly onMoving: OnMoving;
}) {
  const { words, texts } = useLanguage();
  const { client, session } = usePlayer();
  // The players see the link only after they have sat down.
  const { value: summary, error, again } = useSummary(id);
  const { isBusy, error: problem, run } = useDeed();
  const sitting = table.seats.map(({ name }) => name).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: who sits there decides when bots come.
  useEffect(() => {
    if (seat !== undefined) again();
  }, [seat, sitting, again]);
  const isAlone = seat !== undefined && table.seats.every(({ kind }, place) => place === seat || kind === 'free');
  useMoving(isAlone ? summary : undefined, onMoving);
  const bot = async () => {
    const games = await gamesOf(client);
    await client.addBot(id, usualBot(games.find((game) => game.id === summary?.game)?.bots));
  };
  const leave = async (go: (href: string) => void) => {
    await client.leave(id);
    go(PAGES.home);
  };
  return (
    <main className="invitation card">
      <h2>{editionName(words, preset)}</h2>
      <div className="banners" aria-live="polite">
        {connection.state !== 'connected' && <p className="banner">{words.screen.match.isLost}</p>}
      </div>
      {behind > 0 && <p className="banner">{words.screen.match.behind(behind)}</p>}
      <p>{texts.seat.waiting}</p>
      {summary?.table.vacation === true && <p>{texts.seat.vacation}</p>}
      {summary?.table.programs && <p>{texts.seat.programs}</p>}
      <ul className="sitting">
        {table.seats.map((holder, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
          <li key={place}>
            {holder.kind === 'free'
              ? words.screen.table.waiting
              : sitterName(words, holder, { match: id, seat: place })}
          </li>
        ))}
      </ul>
      {summary?.fillsAt !== undefined && (
        <p>
          {texts.seat.filling} <TimeLeft deadline={summary.fillsAt} clockAhead={clockAhead} />
        </p>
      )}
      {seat !== undefined && summary?.table.clock.kind === 'days' && (
        <Suspense>
          <DeviceOffer />
        </Suspense>
      )}
      {summary?.link !== undefined && (
        <ShareLink link={new URL(summary.link, location.origin).href} label={texts.seat.invite} />
      )}
      {(error ?? problem) && <Problem error={error ?? problem ?? new Error()} retry={error && again} />}
      {summary?.host === session.player && summary.table.approval && <Asking id={id} />}
      {summary?.host === session.player && (
        <Button disabled={isBusy} onClick={() => run(bot)} text={texts.seat.addBot} />
      )}
      {(summary ?? error) && seat !== undefined && (
        <Button disabled={isBusy} onClick={() => run(leave)} text={texts.seat.leave} />
      )}
    </main>
  );
}

/** A player who waits alone for people goes where another one has waited longer, once the two fit. If that fails, the wait goes on. */
function useMoving(summary: Summary | undefined, onMoving: OnMoving) {
  const { client } = usePlayer();
  const { match = '', fillsAt, table } = summary ?? {};
  const everyMs = fillsAt === undefined ? undefined : lookEveryMs(table?.fillSeconds ?? 0);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const move = async () => {
      const go = onward();
      const next = await moveOn(client, match, () => onMoving(true));
      if (next !== undefined) go(matchHref(next));
    };
    const timer = setInterval(() => void move().catch(() => onMoving(false)), everyMs);
    return () => clearInterval(timer);
  }, [client, match, everyMs, onMoving]);
}

const AGAIN_MS = 3000;

/** The players who want to sit down at a table whose host lets people in. Only the host is told of them, and only by asking. */
function Asking({ id }: { readonly id: string }) {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { value, again } = useSummary(id);
  const { isBusy, error, run } = useDeed();
  useEvery(again, AGAIN_MS);
  const decide = (ask: () => Promise<unknown>) => run(() => ask().then(again));
  return (
    <div role="status">
      {(value?.asking ?? []).map(({ player, name }) => (
        <p key={player} className="others">
          <span>{texts.seat.asks(name)}</span>
          <Button disabled={isBusy} onClick={() => decide(() => client.admit(id, player))} text={texts.seat.admit} />
          <Button
            disabled={isBusy}
            onClick={() => decide(() => client.dismiss(id, player))}
            text={texts.seat.dismiss}
          />
        </p>
      ))}
      {error && <Problem error={error} />}
    </div>
  );
}

/** What a person sees who follows a link to a match that still has a free seat. */
function Invitation({
  summary: { match, game, preset, seats, table },
  choose,
}: {
  readonly summary: Summary;
  readonly choose: (place: WayIn) => void;
}) {
  const { words, texts } = useLanguage();
  const taken = seats
    .filter(({ kind }) => kind !== 'free')
    .map((holder) => sitterName(words, holder, { match, seat: holder.seat }));
  return (
    <>
      <MatchHeader preset={preset} />
      <main className="invitation card">
        <h2>{editionName(words, preset)}</h2>
        <p>{goalOf(words, game)}</p>
        <p>
          {words.screen.lobby.places(seats.length - taken.length, seats.length)}
          {taken.length > 0 && ` · ${taken.join(', ')}`}
        </p>
        {table.vacation === true && <p>{texts.seat.vacation}</p>}
        {table.programs && <p>{texts.seat.programs}</p>}
        <Button className="main" onClick={() => choose('join')} text={texts.seat.take} />
        <Button onClick={() => choose('watch')} text={texts.seat.watch} />
      </main>
    </>
  );
}
