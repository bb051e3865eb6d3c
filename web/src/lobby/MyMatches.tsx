import type { PlayedMatch } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { useCallback } from 'react';
import { type Language, useLanguage } from '../app/language.tsx';
import { holderName } from '../app/names.ts';
import { Link } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { replayHref } from '../app/route.ts';
import { useAsked } from '../app/useAsked.ts';
import { MatchRow } from './MatchRow.tsx';

const SHOWN = 8;

/** The matches of this player, the newest first. */
export function MyMatches() {
  const { words, texts } = useLanguage();
  const { client } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.history.mine({ limit: SHOWN }), [client]));
  return (
    <section className="card">
      <h2>{texts.lists.mine}</h2>
      {error && <Problem error={error} retry={again} />}
      {value?.matches.length === 0 && <p className="none">{texts.lists.noneMine}</p>}
      <ul>
        {value?.matches.map((played) => (
          <MatchRow
            key={played.match}
            match={played.match}
            preset={played.preset}
            about={aboutPlayed(played, { words, texts })}
            action={played.status === 'ended' ? texts.lists.look : texts.lists.goOn}
          >
            {played.status === 'ended' && (
              <Link to={replayHref(played.match)} className="button quiet">
                {texts.past.replay}
              </Link>
            )}
          </MatchRow>
        ))}
      </ul>
    </section>
  );
}

function aboutPlayed(played: PlayedMatch, { words, texts }: Pick<Language, 'words' | 'texts'>): string {
  const { history } = words.screen;
  const seated = played.seats.filter(({ seat, kind }) => seat !== played.seat && kind !== 'free');
  const others = seated.map((seat) => holderName(words, seat)).join(', ');
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
