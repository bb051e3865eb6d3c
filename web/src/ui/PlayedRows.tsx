import { sitterName } from '@flower-war/board/drawing';
import type { PlayedMatch } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { editionName, type Language, useLanguage } from '../app/language.tsx';
import { matchHref, replayHref, Way } from '../app/navigation.tsx';

interface PlayedRowsProps {
  readonly matches: readonly PlayedMatch[];
  /** Whether they are matches of the person at the page, who can go on with them. */
  readonly areOwn: boolean;
}

/** Matches from the side of a player who sat there. */
export function PlayedRows({ matches, areOwn }: PlayedRowsProps) {
  const { words, texts } = useLanguage();
  return (
    <ul>
      {matches.map((played) => (
        <MatchRow
          key={played.match}
          match={played.match}
          preset={played.preset}
          about={aboutPlayed(played, { words, texts, areOwn })}
          isPast={played.status === 'ended'}
          action={played.status === 'ended' || !areOwn ? texts.lists.look : texts.lists.goOn}
        />
      ))}
    </ul>
  );
}

interface Listing extends Pick<Language, 'words' | 'texts'> {
  readonly areOwn: boolean;
}

export function aboutPlayed(played: PlayedMatch, { words, texts, areOwn }: Listing): string {
  const { history } = words.screen;
  const seated = played.seats.filter(({ seat, kind }) => seat !== played.seat && kind !== 'free');
  const others = seated
    .map((holder) => sitterName(words, holder, { match: played.match, seat: holder.seat }))
    .join(', ');
  const day = new Date(played.createdAt).toLocaleDateString(words.language, { dateStyle: 'medium' });
  const isGoingOn = areOwn && played.status === 'running'; // its button says so
  return [
    isGoingOn ? '' : (history.statuses[played.status] ?? played.status),
    others === '' ? history.alone : texts.lists.with(others),
    placeIn(played, words),
    day.replaceAll(' ', '\u00a0'),
  ]
    .filter(Boolean)
    .join(' · ');
}

function placeIn({ place, seats }: PlayedMatch, { screen }: Words): string {
  return place === undefined ? '' : screen.history.place(place, seats.length);
}

interface MatchRowProps {
  readonly match: string;
  readonly preset: string;
  readonly about: string;
  readonly action: string;
  /** Whether there is a replay of it. */
  readonly isPast?: boolean;
}

/** A match in a list, with the ways to it. Screen readers say with each which match it is. */
export function MatchRow({ match, preset, about, action, isPast }: MatchRowProps) {
  const { words, texts } = useLanguage();
  const edition = editionName(words, preset);
  const way = (to: string, text: string, look?: 'quiet') => (
    <Way to={to} text={text} look={look} label={`${text}: ${edition}, ${about}, ${match}`} />
  );
  return (
    <li className="row">
      <span className="what">
        <strong>{edition}</strong> <span>{about}</span>
      </span>
      <span className="acts">
        {isPast && way(replayHref(match), texts.past.replay, 'quiet')}
        {way(matchHref(match), action)}
      </span>
    </li>
  );
}
