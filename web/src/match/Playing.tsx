import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import type { ShownMatch } from '@flower-war/client/react';
import { PAGES } from '@flower-war/protocol/pages';
import { type ReactNode, Suspense, useMemo, useRef } from 'react';
import { canVibrate, NOTICES, SOUNDS, useOpenTurn, useTurnMark, VIBRATION } from '../alerts/openTurn.ts';
import { editionName, LanguageSwitch, useLanguage, useTitle } from '../app/language.tsx';
import { Link, rulesHref, wallHref, Way } from '../app/navigation.tsx';
import { type Cards, usePlayer } from '../app/player.tsx';
import { SPEED, useSetting } from '../app/setting.ts';
import {
  Board,
  type Choice,
  choicesOf,
  HeldCards,
  late,
  RolledDie,
  rollIn,
  type TableProps,
  type TableSpeech,
  thingsOf,
  useChosen,
  useMotions,
  useMoves,
  useSpeech,
} from '@flower-war/board/drawing';
import { usePointing } from './dock/choosing.tsx';
import { Dock } from './dock/Dock.tsx';
import { type AskedHint, areBots, GIVEN_UP, GUIDE, isPaused, pauseText, type TableMatch } from './place.ts';
import { Result } from './Result.tsx';
import { Seats } from './Seats.tsx';
import { ForYou, Latest, type Step, useStory } from './Story.tsx';
import { Button } from '../ui/forms.tsx';

/** Few matches have a temple. */
const AtTable = late(async () => (await import('../temples/AtTable.tsx')).AtTable);

/** Most people want to hear and feel nothing, and to be called by nothing. */
const Sounds = late(async () => (await import('../alerts/Sounds.tsx')).Sounds);

const Vibration = late(async () => (await import('../alerts/Sounds.tsx')).Vibration);

const TurnNotice = late(async () => (await import('../alerts/notices.tsx')).TurnNotice);

/** Few matches count days. */
const Ahead = late(async () => (await import('./Ahead.tsx')).Ahead);

const Guide = late(async () => (await import('./guide/Guide.tsx')).Guide);

/** A match of the server that has begun. */
export function Playing({
  game,
  cards: listed,
  isPrivate,
  isByDays,
  state,
}: {
  readonly game: string;
  readonly cards: Cards;
  readonly isByDays: boolean;
  readonly isPrivate: boolean;
  readonly state: ShownMatch<string>;
}) {
  const { live, snapshot, play } = state;
  const { client } = usePlayer();
  const speech = useSpeech(game, snapshot.view, { listed, options: live.options });
  const story = useStory(live);
  const hasSounds = useSetting(SOUNDS);
  const vibrates = useSetting(VIBRATION);
  const hasNotices = useSetting(NOTICES);
  const isTurn = useOpenTurn(snapshot);
  useTurnMark(isTurn);
  return (
    <PlayedTable
      game={game}
      live={live}
      snapshot={snapshot}
      play={play}
      speech={speech}
      story={story}
      match={live}
      hint={() => client.hint(live.id)}
      banners={<Banners live={live} snapshot={snapshot} speech={speech} />}
      ahead={(choices) =>
        isByDays &&
        snapshot.seat !== undefined &&
        !snapshot.isOver && (
          <Suspense>
            <Ahead live={live} game={game} snapshot={snapshot} speech={speech} story={story} choices={choices} />
          </Suspense>
        )
      }
      result={<Result game={game} live={live} snapshot={snapshot} speech={speech} isPrivate={isPrivate} />}
    >
      {snapshot.table.temples.length > 0 && (
        <Suspense>
          <AtTable live={live} snapshot={snapshot} name={speech.name} />
        </Suspense>
      )}
      <Suspense>
        {hasSounds && <Sounds live={live} snapshot={snapshot} isTurn={isTurn} />}
        {vibrates && canVibrate() && <Vibration live={live} snapshot={snapshot} isTurn={isTurn} />}
        {hasNotices && <TurnNotice match={live.id} preset={live.preset} isTurn={isTurn} />}
      </Suspense>
    </PlayedTable>
  );
}

interface PlayedTableProps extends Pick<ShownMatch<string>, 'snapshot' | 'play'> {
  readonly game: string;
  readonly match: TableMatch;
  /** For what only a server can do. */
  readonly live?: LiveMatch;
  /** Asks the strongest bot; absent where nothing is explained. */
  readonly hint?: (() => Promise<AskedHint>) | undefined;
  readonly speech: TableSpeech;
  readonly story: readonly Step[];
  /** What stands above all beside the board. */
  readonly banners: ReactNode;
  /** What one may answer before one is asked; absent at a table without a server. */
  readonly ahead?: (choices: readonly Choice[]) => ReactNode;
  /** How the match ended; shown once it is over. */
  readonly result: ReactNode;
  readonly children?: ReactNode;
}

/** Seats, table, what just happened, and what to do. */
export function PlayedTable({
  game,
  match,
  live,
  hint,
  snapshot,
  play,
  speech,
  story,
  banners,
  ahead,
  result,
  children,
}: PlayedTableProps) {
  const { words } = useLanguage();
  const { view, seat, decision, isOver } = snapshot;
  const moves = useMoves(match, snapshot);
  const choices = useMemo(() => choicesOf(moves, { game, words, speech }), [moves, game, words, speech]);
  const isHeld = isPaused(snapshot);
  const things = useMemo(() => thingsOf(isHeld ? [] : choices), [isHeld, choices]);
  const chosen = useChosen(decision, choices);
  const table: TableProps = { game, view, seat, speech, things, chosen: chosen.pick, choose: chosen.choose };
  const isGuided = useSetting(GUIDE) && areBots(snapshot.table.seats, seat) && !isOver;
  const guiding = isGuided && seat !== undefined ? hint : undefined;
  // A class here, and not `:has` in the style sheets: each change of the page would cost the styles of all that they name.
  const state = `${chosen.isFresh ? ' fresh' : ''}${guiding ? ' guided' : ''}${isOver ? ' over' : ''}`;
  const screen = useRef<HTMLElement>(null);
  const speed = useSetting(SPEED);
  useMotions(screen, { game, view, seat, speed });
  usePointing(screen, decision);
  return (
    <main className={`playing${state}`} ref={screen}>
      <Seats match={match.id} table={table} snapshot={snapshot} />
      <div className="board">
        <Board {...table} />
        <RolledDie roll={rollIn(story)} speed={speed} />
      </div>
      <div className="beside">
        {!isOver && <HeldCards {...table} />}
        {banners}
        {guiding && seat !== undefined && (
          <Suspense fallback={<div className="guide" />}>
            <Guide
              hint={guiding}
              game={game}
              snapshot={snapshot}
              story={story}
              moves={moves}
              choices={choices}
              seat={seat}
              speech={speech}
            />
          </Suspense>
        )}
        <div className="side">
          {children}
          <div className="news">
            <Latest story={story} game={game} speech={speech} />
            {!isOver && <ForYou story={story} kept={snapshot} />}
          </div>
          {isOver && result}
          {ahead?.(choices)}
          <Dock
            match={match}
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

/**
 * What is unusual now: the connection is lost, a bot stands in, a player offers something, the match is delayed. Screen readers read only what
 * changes in a part that was there before.
 */
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
  const { connection, isStoodInFor, behind, isOver, table: shown, seat, clockAhead } = snapshot;
  const isLost = connection.state !== 'connected';
  const hasGivenUp = useSetting(GIVEN_UP).includes(live.id);
  return (
    <div className="banners" aria-live="polite">
      {isLost && <p className="banner">{match.isLost}</p>}
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
        <p className="banner">
          {texts.match.givenUp} <Link to={PAGES.home}>{texts.home}</Link>
        </p>
      )}
      {isStoodInFor && !isOver && !hasGivenUp && (
        <p className="banner">
          {texts.match.stoodIn} <Button onClick={() => void live.back()} text={texts.match.back} />
        </p>
      )}
      {isPaused(snapshot) && <p className="banner">{pauseText(words, snapshot)}</p>}
      {!isOver &&
        shown.vacations.map((until, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
          <OnVacation key={place} until={until - clockAhead} who={place === seat ? undefined : speech.name(place)} />
        ))}
      {shown.offer.what !== '' && !isOver && (
        <p className="banner">
          {table.offers(
            shown.offer.by === seat ? undefined : speech.name(shown.offer.by),
            shown.offer.what,
            shown.offer.minutes,
          )}{' '}
          {seat !== undefined && !shown.offer.accepted.includes(seat) && (
            <Button onClick={() => void live.reply(true)} text={texts.match.accept} />
          )}
          {seat !== undefined && (
            <Button
              onClick={() => void live.reply(false)}
              text={shown.offer.by === seat ? texts.match.withdraw : texts.match.decline}
            />
          )}
        </p>
      )}
    </div>
  );
}

/** The player may end their own vacation where it is spoken of. */
function OnVacation({ until, who }: { readonly until: number; readonly who: string | undefined }) {
  const { words, texts } = useLanguage();
  if (until <= Date.now()) return null;
  const time = new Date(until).toLocaleString(words.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p className="banner calm">
      {words.screen.table.onVacation(who, time)}{' '}
      {who === undefined && <Link to={PAGES.me}>{texts.match.vacation}</Link>}
    </p>
  );
}

interface MatchHeaderProps {
  readonly preset?: string;
  /** What the page is called while no edition is known. */
  readonly title?: string;
  /** The rule behind what is asked, at which the rules open. */
  readonly rule?: string | undefined;
  /** What else belongs into the menu. */
  readonly children?: ReactNode;
}

/** One narrow line above a match: the way back, the game, its rules. */
export function MatchHeader({ preset, title, rule, children }: MatchHeaderProps) {
  const { words, texts } = useLanguage();
  const edition = preset === undefined ? undefined : editionName(words, preset);
  useTitle(edition === undefined ? title : texts.match.title(edition));
  return (
    <header className="top narrow">
      <Link to={PAGES.home} className="back">
        <span aria-hidden="true">‹</span> <span className="label">{texts.home}</span>
      </Link>
      <h1 className="who">{edition ?? title ?? texts.title}</h1>
      <nav>
        {preset !== undefined && <Way to={rulesHref(preset, rule)} look="quiet" text={texts.rules} />}
        <LanguageSwitch />
        {children}
      </nav>
    </header>
  );
}
