import type { Profile } from '@flower-war/client';
import { useCallback } from 'react';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { editionName } from '../app/names.ts';
import { useQuery } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked } from '../app/useAsked.ts';
import { MatchList } from './MatchList.tsx';
import './people.css';
import { Report } from './Report.tsx';
import { PEOPLE } from './texts.ts';

/** A player as all see them: name, ratings, public matches. */
export function PlayerPage() {
  const id = useQuery('id');
  return id === undefined ? <NoPlayer /> : <KnownPlayer key={id} id={id} />;
}

function NoPlayer() {
  const { player } = useTexts(PEOPLE);
  useTitle(player.title);
  return (
    <main className="page">
      <h1>{player.title}</h1>
      <p>{player.none}</p>
    </main>
  );
}

function KnownPlayer({ id }: { readonly id: string }) {
  const { player } = useTexts(PEOPLE);
  const { texts } = useLanguage();
  const { client, session } = usePlayer();
  const { value: profile, error, again } = useAsked(useCallback(() => client.history.player(id), [client, id]));
  const ask = useCallback((page: object) => client.history.of(id, page), [client, id]);
  useTitle(profile?.name ?? player.title);
  return (
    <main className="page">
      <h1>{profile?.name ?? player.title}</h1>
      {error && <Problem error={error} retry={again} />}
      {profile === undefined && !error && <p className="wait">{texts.loading}</p>}
      {profile && (
        <>
          <section className="card">
            <h2>{player.ratings}</h2>
            <Ratings ratings={profile.ratings} />
          </section>
          <section className="card">
            <h2>{player.played}</h2>
            <MatchList ask={ask} none={player.nonePlayed} areOwn={false} />
          </section>
          {session.player !== id && <Report player={id} />}
        </>
      )}
    </main>
  );
}

function Ratings({ ratings }: Pick<Profile, 'ratings'>) {
  const { words } = useLanguage();
  const { player } = useTexts(PEOPLE);
  if (ratings.length === 0) return <p className="none">{player.noRatings}</p>;
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">{player.edition}</th>
          <th scope="col">{player.rating}</th>
          <th scope="col">{player.matches}</th>
        </tr>
      </thead>
      <tbody>
        {ratings.map(({ game, preset, rating, matches, isProvisional }) => (
          <tr key={`${game} ${preset}`}>
            <th scope="row">{editionName(words, preset)}</th>
            <td>
              {Math.round(rating)} {isProvisional && <small>({player.provisional})</small>}
            </td>
            <td>{matches}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
