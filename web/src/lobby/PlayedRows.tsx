import type { PlayedMatch } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { type Language, useLanguage } from '../app/language.tsx';
import { sitterName } from '../app/names.ts';
import { Link } from '../app/navigation.tsx';
import { replayHref } from '../app/route.ts';
import { MatchRow } from './MatchRow.tsx';

interface Props {
  readonly matches: readonly PlayedMatch[];
  /** Whether they are matches of the person at the page, who can go on with them. */
  readonly areOwn: boolean;
}

/** Matches from the side of a player who sat there. */
export function PlayedRows({ matches, areOwn }: Props) {
  const { words, texts } = useLanguage();
  return (
    <ul>
      {matches.map((played) => (
        <MatchRow
          key={played.match}
          match={played.match}
          preset={played.preset}
          about={aboutPlayed(played, { words, texts })}
          action={played.status === 'ended' || !areOwn ? texts.lists.look : texts.lists.goOn}
        >
          {played.status === 'ended' && (
            <Link to={replayHref(played.match)} className="button quiet">
              {texts.past.replay}
            </Link>
          )}
        </MatchRow>
      ))}
    </ul>
  );
}

function aboutPlayed(played: PlayedMatch, { words, texts }: Pick<Language, 'words' | 'texts'>): string {
  const { history } = words.screen;
  const seated = played.seats.filter(({ seat, kind }) => seat !== played.seat && kind !== 'free');
  const others = seated
    .map((holder) => sitterName(words, holder, { match: played.match, seat: holder.seat }))
    .join(', ');
  const when = new Date(played.createdAt).toLocaleDateString(words.language, { day: 'numeric', month: 'short' });
  return [
    history.statuses[played.status] ?? played.status,
    others === '' ? history.alone : texts.lists.with(others),
    placeIn(played, words),
    when,
  ]
    .filter(Boolean)
    .join(' · ');
}

function placeIn({ place, seats }: PlayedMatch, { screen }: Words): string {
  return place === undefined ? '' : screen.history.place(place, seats.length);
}
