import {
  type AnyGame,
  type LobbyEntryOf,
  type OptionValue,
  type PlayedMatch,
  readInviteLink,
} from '@flower-war/client';
import { useLobby } from '@flower-war/client/react';
import { PAGES } from '@flower-war/protocol/pages';
import type { Words } from '@flower-war/words';
import { useCallback, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { gameName, gamesOf, goalOf, type Hosted, lengthName, sitterName, usualBot } from '../app/games.ts';
import { useLanguage, useTitle } from '../app/language.tsx';
import { Link, matchHref, navigate, rulesHref } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { keep, read } from '../app/setting.ts';
import { type Loading, useAsked, useDeed } from '../app/useAsked.ts';
import { handOver } from '../match/place.ts';
import { Choice, Form } from '../ui/forms.tsx';
import { MatchRow, PlayedRows } from './PlayedRows.tsx';

const SHOWN = 8;
const GOING_ON = 3;

/** The first page. Who has matches under way finds them first. */
export function Lobby() {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const mine = useAsked(useCallback(() => client.history.mine({ limit: SHOWN }), [client]));
  useTitle();
  const isAnswered = mine.value !== undefined || mine.error !== undefined;
  const goingOn = mine.value?.matches.filter(({ status }) => status !== 'ended').slice(0, GOING_ON) ?? [];
  return (
    <main className="lobby">
      <h1>
        {texts.title} <small>{texts.tagline}</small>
      </h1>
      {isAnswered ? (
        <>
          {goingOn.length > 0 && (
            <section className="card play">
              <h2>{texts.lists.goOn}</h2>
              <PlayedRows matches={goingOn} areOwn />
            </section>
          )}
          <PlayNow />
          <MyMatches asked={mine} />
          <JoinByLink />
          <OpenMatches />
        </>
      ) : (
        <p className="wait">{texts.loading}</p>
      )}
    </main>
  );
}

const ID = /^[A-Za-z0-9_-]{4,64}$/;

/** For people who got a link in another way than by tapping it. */
function JoinByLink() {
  const { texts } = useLanguage();
  const [isWrong, setWrong] = useState(false);
  const go = (href: string | undefined) => {
    setWrong(href === undefined);
    if (href !== undefined) navigate(href);
  };
  return (
    <section className="card">
      <h2>{texts.join.title}</h2>
      <Form send={(said) => go(hrefIn(said('link'), said('code')))} className="join">
        <label>
          {texts.join.label}
          <input name="link" required autoComplete="off" autoCapitalize="none" />
        </label>
        <label>
          {texts.join.code}
          <input name="code" autoComplete="off" autoCapitalize="characters" size={8} />
        </label>
        <button type="submit">{texts.join.go}</button>
      </Form>
      {isWrong && <p role="alert">{texts.join.none}</p>}
    </section>
  );
}

function hrefIn(link: string, code: string): string | undefined {
  const invitation = readInviteLink(link);
  const match = invitation?.match ?? (ID.test(link) ? link : undefined);
  const known = code === '' ? invitation?.code : code;
  return match === undefined ? undefined : matchHref(match, known);
}

/** The matches of this player, the newest first. */
function MyMatches({
  asked: { value, error, again },
}: {
  readonly asked: Loading<{ readonly matches: readonly PlayedMatch[]; readonly next?: string }>;
}) {
  const { texts } = useLanguage();
  return (
    <section className="card">
      <h2>{texts.lists.mine}</h2>
      {error && <Problem error={error} retry={again} />}
      {value?.matches.length === 0 && <p className="none">{texts.lists.noneMine}</p>}
      <PlayedRows matches={value?.matches ?? []} areOwn />
      {value?.next !== undefined && <Link to={PAGES.me}>{texts.lists.all}</Link>}
    </section>
  );
}

type Entry = LobbyEntryOf<AnyGame>;

/** The public matches, kept up to date. */
function OpenMatches() {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { matches, error, retry, status } = useLobby(client);
  const open = matches.filter((entry) => entry.status === 'open');
  const running = matches.filter((entry) => entry.status === 'running');
  if (status === 'failed' && error) return <Problem error={error} retry={retry} />;
  if (status !== 'live') return <p className="wait">{texts.loading}</p>;
  return (
    <>
      <List title={texts.lists.open} entries={open} none={texts.lists.noneOpen} action={texts.lists.sit} />
      <List title={texts.lists.running} entries={running} none={texts.lists.noneRunning} action={texts.lists.watch} />
    </>
  );
}

function List({
  title,
  entries,
  none,
  action,
}: {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly none: string;
  readonly action: string;
}) {
  const { words } = useLanguage();
  return (
    <section className="card">
      <h2>{title}</h2>
      {entries.length === 0 && <p className="none">{none}</p>}
      <ul>
        {entries.map((entry) => (
          <MatchRow
            key={entry.match}
            match={entry.match}
            preset={entry.preset}
            about={aboutEntry(entry, words)}
            action={action}
          />
        ))}
      </ul>
    </section>
  );
}

/** `1 of 4 free · Ana, Citlali (medium) · short · time for each turn` */
function aboutEntry(entry: Entry, words: Words): string {
  const { lobby } = words.screen;
  const { seats, free, status, length, clock, approval, fillSeconds } = entry;
  const isOpen = status === 'open';
  const names = seats.flatMap((holder, seat) =>
    holder.kind === 'free' ? [] : [sitterName(words, holder, { match: entry.match, seat })],
  );
  const parts = [
    isOpen && lobby.places(free, seats.length),
    names.join(', '),
    length !== '' && length !== 'standard' && lengthName(words, length),
    clock !== 'none' && (lobby.clocks[clock] ?? clock),
    isOpen && approval && lobby.approval,
    isOpen && fillSeconds > 0 && lobby.fill(fillSeconds),
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');
}

function PlayNow() {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { value: games, error, again } = useAsked(useCallback(() => gamesOf(client), [client]));
  const [first] = games ?? [];
  return (
    <section aria-labelledby="play" className="card play">
      <h2 id="play">{texts.play.title}</h2>
      {first && games && <Wishes games={games} first={first} />}
      {first === undefined && !error && <p className="wait">{texts.loading}</p>}
      {error && <Problem error={error} retry={again} />}
    </section>
  );
}

function Wishes({ games, first }: { readonly games: readonly Hosted[]; readonly first: Hosted }) {
  const { words, texts } = useLanguage();
  const [wish, setWish] = useState(() => lastWish(games, first));
  const { game, opponents, length } = wish;
  const lengths = lengthsOf(game);
  const ids = games.map(({ id }) => id as string);
  const choose = (id: string) => setWish(usualWish(games.find((one) => one.id === id) ?? first));
  return (
    <>
      <Choice
        title={texts.play.game}
        values={ids}
        chosen={game.id}
        name={(id) => gameName(words, id)}
        choose={choose}
      />
      <p className="goal">
        {goalOf(words, game.id)} <Link to={rulesHref(game.id)}>{texts.rules}</Link>
      </p>
      <div className="wishes">
        <Choice
          title={texts.play.opponents}
          values={opponentsOf(game)}
          chosen={opponents}
          name={String}
          choose={(count) => setWish({ ...wish, opponents: count })}
        />
        {lengths.length > 1 && (
          <Choice
            title={texts.play.length}
            values={lengths}
            chosen={length ?? ''}
            name={(value) => lengthName(words, value)}
            choose={(value) => setWish({ ...wish, length: value })}
          />
        )}
      </div>
      <Starts wish={wish} />
    </>
  );
}

/** The ways into a match. */
function Starts({ wish }: { readonly wish: Wish }) {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const start = (make: () => Promise<string>) =>
    run(async () => {
      keepWish(wish);
      navigate(matchHref(await make()));
    });
  const bots = () => client.create(againstBots(wish)).then(({ match }) => match);
  const friends = () => client.create(withFriends(wish)).then(({ match }) => match);
  const people = async () => {
    const { game, wish: wanted } = withPeople(wish);
    const live = await client.quickPlay(game, wanted);
    await live.keep('usual');
    return handOver(live);
  };
  return (
    <>
      <button type="button" className="main wide" disabled={isBusy} onClick={() => start(bots)}>
        {texts.play.now}
      </button>
      <div className="others">
        <p>
          <button type="button" className="wide" disabled={isBusy} onClick={() => start(people)}>
            {texts.play.people}
          </button>
          <small>{texts.play.peopleAbout}</small>
        </p>
        <p>
          <button type="button" className="wide" disabled={isBusy} onClick={() => start(friends)}>
            {texts.play.friends}
          </button>
          <small>{texts.play.friendsAbout}</small>
        </p>
      </div>
      <Link to={`${PAGES.new}?game=${wish.game.id}`}>{texts.play.more}</Link>
      {error && <Problem error={error} />}
    </>
  );
}

// What the buttons of the first page ask the server for.

interface Wish {
  readonly game: Hosted;
  /** How many bots play, or how many friends may come. */
  readonly opponents: number;
  readonly length: string | undefined;
}

/** People who come for the first time want to see an end. */
const USUAL_LENGTH = 'short';

/** People are not asked where they have no choice worth making; the menu of the match changes that. */
const FOLDED = { habits: 'usual' } as const;

const LAST = 'flower-war-last-wish';

/** What was played last here, if the server still has it. */
function lastWish(games: readonly Hosted[], first: Hosted): Wish {
  const [id, count, length] = (read(LAST) ?? '').split(' ');
  const game = games.find((one) => one.id === id);
  if (game === undefined) return usualWish(first);
  const usual = usualWish(game);
  const opponents = opponentsOf(game).find((n) => n === Number(count)) ?? usual.opponents;
  return { game, opponents, length: lengthsOf(game).find((one) => one === length) ?? usual.length };
}

function keepWish({ game, opponents, length = '' }: Wish): void {
  keep(LAST, `${game.id} ${opponents} ${length}`);
}

export function usualWish(game: Hosted): Wish {
  const lengths = lengthsOf(game);
  const length = lengths.includes(USUAL_LENGTH) ? USUAL_LENGTH : lengths[0];
  const [least] = game.seats;
  return { game, opponents: Math.max(1, least - 1), length };
}

/** The lengths from which the creator of a match may choose; none if the game has one length alone. */
function lengthsOf({ options }: Pick<Hosted, 'options'>): readonly string[] {
  return options.flatMap((option) => (option.name === 'length' && option.type === 'choice' ? option.values : []));
}

export function opponentsOf({ seats: [least, most] }: Pick<Hosted, 'seats'>): readonly number[] {
  const first = Math.max(1, least - 1);
  return Array.from({ length: most - first }, (_, index) => first + index);
}

export function againstBots({ game, opponents, length }: Wish) {
  const bot = usualBot(game.bots);
  return { ...matchOf({ game, opponents, length }), bots: Array.from({ length: opponents }, () => ({ bot })) };
}

/** For a table where people meet: which of its matches suit. */
function withPeople({ game, opponents, length }: Wish) {
  return { game: game.id as string, wish: { seats: opponents + 1, ...(length !== undefined && { length }) } };
}

export function withFriends(wish: Wish) {
  return { ...matchOf(wish), table: { ...FOLDED, visibility: 'private' as const } };
}

function matchOf({ game, opponents, length }: Wish) {
  const options: Readonly<Record<string, OptionValue>> = length === undefined ? {} : { length };
  return { game: game.id as string, seats: opponents + 1, options, table: FOLDED };
}
