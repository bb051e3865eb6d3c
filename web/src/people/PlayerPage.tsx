import type { NewReport, Profile } from '@flower-war/client';
import { useCallback, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { editionName } from '../app/games.ts';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { useQuery } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked, useDeed } from '../app/useAsked.ts';
import { Choice, Form } from '../ui/forms.tsx';
import { MatchList } from './MatchList.tsx';
import { TieTo } from './Ties.tsx';
import { LuckOf, RatingFigure } from './luck.tsx';
import { PEOPLE, REPORT } from './texts.ts';
import './people.css';

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
  const isOwn = session.player === id;
  const load = useCallback(() => {
    const tie = isOwn ? undefined : client.people.tie(id);
    return Promise.all([client.history.player(id), client.history.luck(id), tie]);
  }, [client, id, isOwn]);
  const { value, error, again } = useAsked(load);
  const [profile, luck, tie] = value ?? [];
  const ask = useCallback((page: object) => client.history.of(id, page), [client, id]);
  useTitle(profile?.name ?? player.title);
  return (
    <main className="page">
      <h1>{profile?.name ?? player.title}</h1>
      {error && <Problem error={error} retry={again} />}
      {profile === undefined && !error && <p className="wait">{texts.loading}</p>}
      {profile && luck && (
        <>
          {tie && <TieTo player={id} known={tie} />}
          <section className="card">
            <h2>{player.ratings}</h2>
            <Ratings ratings={profile.ratings} />
          </section>
          <LuckOf editions={luck.editions} />
          <section className="card">
            <h2>{player.played}</h2>
            <MatchList ask={ask} none={player.nonePlayed} areOwn={false} />
          </section>
          {!isOwn && <Report player={id} />}
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
    <>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{player.edition}</th>
            <th scope="col">{player.rating}</th>
            <th scope="col">{player.matches}</th>
          </tr>
        </thead>
        <tbody>
          {ratings.map(({ game, preset, rating, deviation, matches, isProvisional }) => (
            <tr key={`${game} ${preset}`}>
              <th scope="row">{editionName(words, preset)}</th>
              <td>
                <RatingFigure rating={rating} deviation={deviation} />{' '}
                {isProvisional && <small>({player.provisional})</small>}
              </td>
              <td>{matches}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <small>{player.sure}</small>
      </p>
    </>
  );
}

type Reason = NewReport['reason'];
const REASONS: readonly Reason[] = ['name', 'abuse', 'cheating', 'other'];
const MOST_LETTERS = 1000;

/** Tells the host of the server about a player. The player does not learn of it. */
function Report({ player }: { readonly player: string }) {
  const texts = useTexts(REPORT);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [reason, setReason] = useState<Reason>('abuse');
  const [isSent, setSent] = useState(false);
  const send = (text: string) =>
    run(async () => {
      await client.account.report({ player, reason, ...(text !== '' && { text }) });
      setSent(true);
    });
  return (
    <details className="card report">
      <summary>{texts.title}</summary>
      {isSent ? (
        <p role="status">{texts.sent}</p>
      ) : (
        <Form send={(said) => send(said('text'))}>
          <p>{texts.about}</p>
          <Choice
            title={texts.why}
            values={REASONS}
            chosen={reason}
            name={(one) => texts.reasons[one]}
            choose={setReason}
          />
          <label>
            {texts.text}
            <textarea name="text" rows={3} maxLength={MOST_LETTERS} />
          </label>
          <button type="submit" disabled={isBusy}>
            {texts.send}
          </button>
          {error && <Problem error={error} />}
        </Form>
      )}
    </details>
  );
}
