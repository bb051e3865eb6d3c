import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import type { ShownMatch } from '@flower-war/client/react';
import { PAGES } from '@flower-war/protocol/pages';
import { lazy, type ReactNode, Suspense, useMemo, useRef } from 'react';
import { NOTICES, SOUNDS, useOpenTurn, useTurnMark } from '../alerts/openTurn.ts';
import { editionName } from '../app/games.ts';
import { LanguageSwitch, useLanguage, useTitle } from '../app/language.tsx';
import { Link, rulesHref, wallHref } from '../app/navigation.tsx';
import { useSetting } from '../app/setting.ts';
import { type TableSpeech, useTableSpeech } from '../moves/cardWords.ts';
import { choiceOf, type TableProps, thingsOf } from '../moves/choices.ts';
import { Board } from '../tables/Board.tsx';
import { RolledDie, rollIn, useMotions } from '../tables/motion/animate.tsx';
import { Result } from './Result.tsx';
import { Seats } from './Seats.tsx';
import { Latest, useStory } from './Story.tsx';
import { Dock } from './dock/Dock.tsx';
import { useChosen, useMoves } from './dock/choosing.ts';
import { areBots, GIVEN_UP, GUIDE } from './place.ts';

/** Few matches have a temple. */
const AtTable = lazy(async () => ({ default: (await import('../temples/table/AtTable.tsx')).AtTable }));

/** Most people want to hear nothing, and to be called by nothing. */
const Sounds = lazy(async () => ({ default: (await import('../alerts/Sounds.tsx')).Sounds }));

const TurnNotice = lazy(async () => ({ default: (await import('../alerts/notices.tsx')).TurnNotice }));

const Guide = lazy(async () => ({ default: (await import('./guide/Guide.tsx')).Guide }));

/** A match that has begun: seats, table, what just happened, and what to do. */
export function Playing({
  game,
  isPrivate,
  state,
}: {
  readonly game: string;
  readonly isPrivate: boolean;
  readonly state: ShownMatch<string>;
}) {
  const { words } = useLanguage();
  const { live, snapshot, play } = state;
  const { view, seat, decision } = snapshot;
  const speech = useTableSpeech(game, view);
  const moves = useMoves(live, snapshot);
  const story = useStory(live);
  const choices = useMemo(
    () => moves.map((move) => choiceOf(move, { game, words, speech })),
    [moves, game, words, speech],
  );
  const things = useMemo(() => thingsOf(choices), [choices]);
  const chosen = useChosen(decision);
  const table: TableProps = { game, view, seat, speech, things, chosen: chosen.pick, choose: chosen.choose };
  const hasSounds = useSetting(SOUNDS);
  const hasNotices = useSetting(NOTICES);
  const isGuided = useSetting(GUIDE) && areBots(snapshot.table.seats, seat) && !snapshot.isOver;
  const isTurn = useOpenTurn(snapshot);
  useTurnMark(isTurn);
  const screen = useRef<HTMLElement>(null);
  useMotions(screen, { game, view, seat });
  return (
    <main className={`playing${chosen.isFresh ? ' fresh' : ''}`} ref={screen}>
      <Seats match={live.id} table={table} snapshot={snapshot} />
      <div className="board">
        <Board {...table} />
        <RolledDie roll={rollIn(story)} />
      </div>
      <div className="beside">
        <Banners live={live} snapshot={snapshot} speech={speech} />
        {isGuided && (
          <Suspense fallback={<div className="guide" />}>
            <Guide live={live} game={game} snapshot={snapshot} story={story} moves={moves} choices={choices} />
          </Suspense>
        )}
        <div className="side">
          {snapshot.table.temples.length > 0 && (
            <Suspense>
              <AtTable live={live} snapshot={snapshot} name={speech.name} />
            </Suspense>
          )}
          <Suspense>
            {hasSounds && <Sounds live={live} snapshot={snapshot} isTurn={isTurn} />}
            {hasNotices && <TurnNotice match={live.id} preset={live.preset} isTurn={isTurn} />}
          </Suspense>
          <Latest story={story} game={game} speech={speech} />
          {snapshot.isOver && (
            <Result game={game} live={live} snapshot={snapshot} speech={speech} isPrivate={isPrivate} />
          )}
          <Dock
            live={live}
            table={table}
            snapshot={snapshot}
            choices={choices}
            story={story}
            play={play}
            chosen={chosen}
          />
        </div>
      </div>
    </main>
  );
}

/** A private match is watched with its code. */
const codeHere = () => new URLSearchParams(location.search).get('code') ?? undefined;

/** What is unusual now: the connection is lost, a bot stands in, a player offers something, the match is delayed. */
function Banners({
  live,
  snapshot,
  speech,
}: {
  readonly live: LiveMatch;
  readonly snapshot: MatchSnapshot;
  readonly speech: TableSpeech;
}) {
  const { words, texts } = useLanguage();
  const { match, table } = words.screen;
  const { connection, isStoodInFor, behind, isOver, table: shown, seat } = snapshot;
  const isLost = connection.state !== 'connected';
  const hasGivenUp = useSetting(GIVEN_UP).includes(live.id);
  return (
    <div className="banners">
      {isLost && (
        <p role="status" className="banner">
          {match.isLost}
        </p>
      )}
      {behind > 0 && (
        <p className="banner">
          {match.behind(behind)} <Link to={wallHref(live.id, codeHere())}>{texts.past.bigScreen}</Link>
        </p>
      )}
      {seat === undefined && !isOver && behind === 0 && (
        <p className="banner calm">
          {texts.match.watching} <Link to={wallHref(live.id, codeHere())}>{texts.past.bigScreen}</Link>
        </p>
      )}
      {hasGivenUp && !isOver && (
        <p role="status" className="banner">
          {texts.match.givenUp} <Link to={PAGES.home}>{texts.home}</Link>
        </p>
      )}
      {isStoodInFor && !isOver && !hasGivenUp && (
        <p role="status" className="banner">
          {texts.match.stoodIn}{' '}
          <button type="button" onClick={() => void live.back()}>
            {texts.match.back}
          </button>
        </p>
      )}
      {shown.pausedUntil > 0 && !isOver && (
        <p role="status" className="banner">
          {table.pausesUntil(new Date(shown.pausedUntil).toLocaleTimeString(words.language, { timeStyle: 'short' }))}
        </p>
      )}
      {shown.offer.what !== '' && !isOver && (
        <p role="status" className="banner">
          {table.offers(
            shown.offer.by === seat ? undefined : speech.name(shown.offer.by),
            shown.offer.what,
            shown.offer.minutes,
          )}{' '}
          {seat !== undefined && !shown.offer.accepted.includes(seat) && (
            <button type="button" onClick={() => void live.reply(true)}>
              {texts.match.accept}
            </button>
          )}
          {seat !== undefined && (
            <button type="button" onClick={() => void live.reply(false)}>
              {texts.match.decline}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

interface MatchHeaderProps {
  readonly preset?: string;
  /** The rule behind what is asked, at which the rules open. */
  readonly rule?: string | undefined;
  /** What else belongs into the menu. */
  readonly children?: ReactNode;
}

/** One narrow line above a match: the way back, the game, its rules. */
export function MatchHeader({ preset, rule, children }: MatchHeaderProps) {
  const { words, texts } = useLanguage();
  const edition = preset === undefined ? undefined : editionName(words, preset);
  useTitle(edition === undefined ? undefined : texts.match.title(edition));
  return (
    <header className="top narrow">
      <Link to={PAGES.home} className="back">
        <span aria-hidden="true">‹</span> <span className="label">{texts.home}</span>
      </Link>
      <h1 className="who">{edition ?? texts.title}</h1>
      <nav>
        {preset !== undefined && (
          <Link to={rulesHref(preset, rule)} className="button quiet">
            {texts.rules}
          </Link>
        )}
        <LanguageSwitch />
        {children}
      </nav>
    </header>
  );
}
