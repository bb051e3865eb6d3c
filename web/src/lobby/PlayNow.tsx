import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { gamesOf } from '../app/games.ts';
import { useLanguage } from '../app/language.tsx';
import { gameName, goalOf, lengthName } from '../app/names.ts';
import { Link, navigate } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { matchHref, rulesHref } from '../app/route.ts';
import { asError, useAsked } from '../app/useAsked.ts';
import { handOver } from '../match/handOver.ts';
import { Choice } from '../ui/Choice.tsx';
import {
  againstBots,
  type Hosted,
  keepWish,
  lastWish,
  lengthsOf,
  opponentsOf,
  usualWish,
  type Wish,
  withFriends,
  withPeople,
} from './newMatch.ts';

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

interface Props {
  readonly games: readonly Hosted[];
  readonly first: Hosted;
}

function Wishes({ games, first }: Props) {
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
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const start = async (make: () => Promise<string>) => {
    setBusy(true);
    try {
      keepWish(wish);
      navigate(matchHref(await make()));
    } catch (thrown) {
      setError(asError(thrown));
      setBusy(false);
    }
  };
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
      <button type="button" className="main wide" disabled={isBusy} onClick={() => void start(bots)}>
        {texts.play.now}
      </button>
      <div className="others">
        <p>
          <button type="button" className="wide" disabled={isBusy} onClick={() => void start(people)}>
            {texts.play.people}
          </button>
          <small>{texts.play.peopleAbout}</small>
        </p>
        <p>
          <button type="button" className="wide" disabled={isBusy} onClick={() => void start(friends)}>
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
