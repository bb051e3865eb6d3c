import type { NewReport, PlayerLuck, Profile, RatingPool } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Problem, useAsked, useDeed } from '../app/asked.tsx';
import { editionName, useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { Link, useQuery } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { Choice, Form, Button } from '../ui/forms.tsx';
import { MatchList, RatingFigure, seasonName, usePercents } from './figures.tsx';
import { TieTo } from './Ties.tsx';
import { BEST, LUCK, PLAYER, REPORT, SEASON } from './texts.ts';
import { Card, Figures, Remark, Status } from '../ui/controls.tsx';
import './people.css';

/** A player as all see them, also to the player: name, ratings, public matches. */
export function PlayerPage() {
  const id = useQuery('id');
  return id === undefined ? <NoPlayer /> : <KnownPlayer key={id} id={id} />;
}

function NoPlayer() {
  const player = useTexts(PLAYER);
  useTitle(player.title);
  return (
    <main className="page">
      <h1>{player.title}</h1>
      <p>{player.none}</p>
    </main>
  );
}

function KnownPlayer({ id }: { readonly id: string }) {
  const player = useTexts(PLAYER);
  const { texts } = useLanguage();
  const { client, session } = usePlayer();
  const isOwn = session.player === id;
  const load = useCallback(() => {
    const tie = isOwn ? undefined : client.people.tie(id);
    return Promise.all([client.history.player(id), client.history.luck(id), tie]);
  }, [client, id, isOwn]);
  const { value, error, again } = useAsked(load);
  const [profile, luck, tie] = value ?? [];
  const ask = useCallback(
    async (page: object) => {
      const { matches, ...rest } = await client.history.of(id, page);
      return { ...rest, matches: matches.filter(({ table }) => table.visibility === 'public') };
    },
    [client, id],
  );
  useTitle(profile?.name ?? player.title);
  return (
    <main className="page">
      <h1>{profile?.name ?? player.title}</h1>
      {error && <Problem error={error} retry={again} />}
      {profile === undefined && !error && <p className="wait">{texts.loading}</p>}
      {profile && luck && (
        <>
          {profile.owner && (
            <p>
              {player.ownedBy} <Link to={`${PAGES.player}?id=${profile.owner.player}`}>{profile.owner.name}</Link>
            </p>
          )}
          {profile.home && (
            <p>
              {player.atHome}{' '}
              <a href={profile.home} rel="noopener noreferrer">
                {new URL(profile.home).host}
              </a>
            </p>
          )}
          {tie && <TieTo player={id} known={tie} />}
          {profile.titles.length > 0 && <Titles titles={profile.titles} />}
          <Card title={player.ratings}>
            <Ratings ratings={profile.ratings} />
          </Card>
          {profile.poolRatings && (
            <>
              <PoolRatings pool="mixed" ratings={profile.poolRatings} />
              <PoolRatings pool="bots" ratings={profile.poolRatings} />
            </>
          )}
          <LuckOf editions={luck.editions} />
        </>
      )}
      {/* Asked for at once with the rest, and not seen before. */}
      {!error && (
        <Card title={player.played}>
          <MatchList ask={ask} none={player.nonePlayed} areOwn={false} />
        </Card>
      )}
      {profile && !isOwn && <Report player={id} />}
    </main>
  );
}

const MEDALS = ['🥇', '🥈', '🥉'];

function Titles({ titles }: Pick<Profile, 'titles'>) {
  const { words } = useLanguage();
  const season = useTexts(SEASON);
  const player = useTexts(PLAYER);
  const dateOf = (at: number) => new Date(at).toLocaleDateString(words.language, { dateStyle: 'medium' });
  return (
    <Card title={player.titles}>
      <ul>
        {titles.map((title) =>
          title.kind === 'tournament' ? (
            <li key={title.tournament}>
              🏆 <Link to={`${PAGES.tournaments}?id=${title.tournament}`}>{title.name}</Link> ·{' '}
              {editionName(words, title.preset)} · {dateOf(title.at)}
            </li>
          ) : (
            <li key={`${title.season} ${title.preset}`}>
              {MEDALS[title.place - 1]} {season.place(title.place, seasonName(title.season, season, words))} ·{' '}
              {editionName(words, title.preset)}
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}

interface PoolProps {
  readonly pool: RatingPool;
  readonly ratings: NonNullable<Profile['poolRatings']>;
}

/** Ratings of matches in which bots of players sat. */
function PoolRatings({ pool, ratings }: PoolProps) {
  const { orders } = useTexts(BEST);
  const own = ratings.filter((rating) => rating.pool === pool);
  if (own.length === 0) return null;
  return (
    <Card title={orders[pool]}>
      <Ratings ratings={own} />
    </Card>
  );
}

function Ratings({ ratings }: Pick<Profile, 'ratings'>) {
  const { words } = useLanguage();
  const player = useTexts(PLAYER);
  if (ratings.length === 0) return <p className="none">{player.noRatings}</p>;
  return (
    <>
      <Figures className="figures" heads={[player.edition, player.rating, player.matches]}>
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
      </Figures>
      <Remark text={player.sure} />
    </>
  );
}

/** Nothing while no match counts. */
function LuckOf({ editions }: Pick<PlayerLuck, 'editions'>) {
  const texts = useTexts(LUCK);
  const { words } = useLanguage();
  if (editions.length === 0) return null;
  return (
    <Card title={texts.title} className="card luck-of">
      <dl>
        {editions.map((edition) => (
          <div key={`${edition.game} ${edition.preset}`}>
            <dt>{editionName(words, edition.preset)}</dt>
            <dd>
              <InWords {...edition} />
            </dd>
          </div>
        ))}
      </dl>
      <Remark text={texts.about} />
    </Card>
  );
}

function InWords({ matches, enough, luck, own, all = 0 }: PlayerLuck['editions'][number]) {
  const texts = useTexts(LUCK);
  const { signed, plain } = usePercents();
  if (luck === undefined || own === undefined) return <p>{texts.few(String(matches), String(enough))}</p>;
  const against = { value: own.value - all, within: own.within };
  return (
    <>
      <p>{texts.luck[bandOf(luck)](signed(luck.value), plain(luck.within))}</p>
      <p>{texts.own[bandOf(against)](plain(own.value), plain(own.within), plain(all))}</p>
      <p>{texts.matches(String(matches))}</p>
    </>
  );
}

/** An interval that holds zero says neither more nor less. */
function bandOf({ value, within }: { readonly value: number; readonly within: number }): 'more' | 'less' | 'even' {
  if (Math.abs(value) <= within) return 'even';
  return value > 0 ? 'more' : 'less';
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
        <Status>{texts.sent}</Status>
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
          <Button type="submit" disabled={isBusy} text={texts.send} />
          {error && <Problem error={error} />}
        </Form>
      )}
    </details>
  );
}
