import type { AnyGame, HostedGameOf, OptionValue } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { gameName, gamesOf, goalOf, lengthName } from '../app/games.ts';
import { useLanguage } from '../app/language.tsx';
import { Link, matchHref, navigate, rulesHref } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { keep, read } from '../app/setting.ts';
import { useAsked, useDeed } from '../app/useAsked.ts';
import { handOver } from '../match/place.ts';
import { Choice } from '../ui/Choice.tsx';

export function PlayNow() {
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

export type Hosted = HostedGameOf<AnyGame>;

interface Wish {
  readonly game: Hosted;
  /** How many bots play, or how many friends may come. */
  readonly opponents: number;
  readonly length: string | undefined;
}

const USUAL_BOT = 'greedy';

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
  const bots: readonly string[] = game.bots;
  const bot = bots.find((name) => name === USUAL_BOT) ?? bots[0] ?? USUAL_BOT;
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
