import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useLanguage } from '../app/language.tsx';
import { Link } from '../app/navigation.tsx';
import { wallHref } from '../app/route.ts';
import { useSetting } from '../app/setting.ts';
import type { TableSpeech } from '../moves/cardWords.ts';
import { GIVEN_UP } from './givenUp.ts';

/** A private match is watched with its code. */
const codeHere = () => new URLSearchParams(location.search).get('code') ?? undefined;

interface Props {
  readonly live: LiveMatch;
  readonly snapshot: MatchSnapshot;
  readonly speech: TableSpeech;
}

/** What is unusual now: the connection is lost, a bot stands in, a player offers something, the match is delayed. */
export function Banners({ live, snapshot, speech }: Props) {
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
