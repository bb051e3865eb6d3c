/** The bots of players that take challenges now, each with a way to challenge it. */
import { botsOf, type BotList } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback } from 'react';
import { Coming, useAsked, useEvery } from '../app/asked.tsx';
import { editionName, useLanguage, useTexts } from '../app/language.tsx';
import { Link, Way } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { RatingFigure } from '../people/figures.tsx';
import { NEW } from './texts.ts';

const ASK_EVERY_MS = 10_000;

export function ReadyBots({ game }: { readonly game: string }) {
  const told = useTexts(NEW);
  const { client } = usePlayer();
  const { value, ...asked } = useAsked(useCallback(() => botsOf(client).list({ game }), [client, game]));
  useEvery(asked.again, ASK_EVERY_MS);
  if (value === undefined) return <Coming of={asked} />;
  if (value.bots.length === 0) return <p className="none">{told.noneReady}</p>;
  return (
    <ul className="sessions">
      {value.bots.map((bot) => (
        <ReadyBot key={bot.player} bot={bot} game={game} />
      ))}
    </ul>
  );
}

interface BotProps {
  readonly bot: BotList['bots'][number];
  readonly game: string;
}

/** People meet bots in mixed matches, so its rating is that of those. */
function ReadyBot({ bot: { player, name, ratings }, game }: BotProps) {
  const told = useTexts(NEW);
  const { words } = useLanguage();
  const own = ratings.filter((rating) => rating.game === game && rating.pool === 'mixed');
  return (
    <li className="line">
      <span>
        <Link to={`${PAGES.player}?id=${player}`}>{name}</Link>{' '}
        {own.map((rating) => (
          <small key={rating.preset}>
            {editionName(words, rating.preset)}: <RatingFigure {...rating} />{' '}
          </small>
        ))}
      </span>
      <Way to={`${PAGES.new}?to=${player}&game=${game}`} text={told.challengeOne} />
    </li>
  );
}
