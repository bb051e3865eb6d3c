import type { DeclineReason, MatchChallenge, PeopleList, Tie } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { editionName, useLanguage, useTexts } from '../app/language.tsx';
import { Link, matchHref, Way } from '../app/navigation.tsx';
import { Coming, Problem, useAsked, useDeed, useEvery } from '../app/asked.tsx';
import { usePlayer } from '../app/player.tsx';
import { Announced, Opening, Card } from '../ui/controls.tsx';
import { RatingFigure, Line } from './figures.tsx';
import { TIES } from './texts.ts';
import { Button } from '../ui/forms.tsx';
import './people.css';

/** What the person has chosen about a player: to follow, or to block, which one opens first. */
export function TieTo({ player, known }: { readonly player: string; readonly known: Tie }) {
  const texts = useTexts(TIES);
  const { client } = usePlayer();
  const { isBusy, error: failed, run } = useDeed();
  const [chosen, setChosen] = useState<Tie>();
  const tie = chosen ?? known;
  const choose = (ask: () => Promise<Tie>) => run(async () => setChosen(await ask()));
  const { people } = client;
  return (
    <div className="tie">
      {tie.kind === 'block' ? (
        <>
          <p>{texts.blocked}</p>
          <Button disabled={isBusy} onClick={() => choose(() => people.unblock(player))} text={texts.unblock} />
        </>
      ) : (
        <>
          <Button
            disabled={isBusy}
            onClick={() => choose(() => (tie.kind === 'follow' ? people.unfollow(player) : people.follow(player)))}
            text={tie.kind === 'follow' ? texts.unfollow : texts.follow}
          />
          {tie.isFriend && <span>{texts.friend}</span>}
          <Way to={`${PAGES.new}?to=${player}`} text={texts.challenge} />
          <Opening title={texts.block} className="report">
            <p>{texts.blockAbout}</p>
            <Button
              className="grave"
              disabled={isBusy}
              onClick={() => choose(() => people.block(player))}
              text={texts.blockNow}
            />
          </Opening>
        </>
      )}
      {chosen && <Announced text={texts.now[chosen.kind]} />}
      {failed && <Problem error={failed} />}
    </div>
  );
}

/** Whom the person follows, who follows the person, and whom the person has blocked. */
export function MyPeople() {
  const texts = useTexts(TIES);
  const { client } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.people.list(), [client]));
  const { isBusy, error: failed, run } = useDeed();
  const isEmpty = value && value.follows.length + value.followers.length + value.blocks.length === 0;
  return (
    <Card title={texts.title}>
      {(error || value === undefined) && <Coming of={{ error, again }} />}
      {isEmpty && <p className="none">{texts.none}</p>}
      {value && (
        <>
          <List of="follows" people={value.follows} again={again} />
          <List of="followers" people={value.followers} again={again} />
          <List of="blocks" people={value.blocks} again={again} />
          <label>
            <input
              type="checkbox"
              checked={value.showsOnline}
              disabled={isBusy}
              onChange={() => run(() => client.people.showOnline(!value.showsOnline).finally(again))}
            />{' '}
            {texts.showsOnline}
          </label>
          {failed && <Problem error={failed} />}
        </>
      )}
    </Card>
  );
}

type ListName = Exclude<keyof PeopleList, 'showsOnline'>;
type Listed = PeopleList['followers'][number] & Partial<PeopleList['follows'][number]>;

interface ListProps {
  readonly of: ListName;
  readonly people: readonly Listed[];
  readonly again: () => void;
}

function List({ of, people, again }: ListProps) {
  const texts = useTexts(TIES);
  if (people.length === 0) return null;
  return (
    <>
      <h3>{texts.lists[of]}</h3>
      <ul className="sessions">
        {people.map((one) => (
          <Row key={one.player} of={of} one={one} again={again} />
        ))}
      </ul>
    </>
  );
}

interface RowProps extends Pick<ListProps, 'of' | 'again'> {
  readonly one: Listed;
}

function Row({ of, one: { player, name, isFriend, isOnline }, again }: RowProps) {
  const texts = useTexts(TIES);
  const { people } = usePlayer().client;
  const ends = { follows: people.unfollow, blocks: people.unblock, followers: undefined }[of];
  const text = of === 'follows' ? texts.unfollow : texts.unblock;
  return (
    <Line text={text} label={`${text}: ${name}`} act={ends && (() => ends.call(people, player).finally(again))}>
      <Link to={`${PAGES.player}?id=${player}`}>{name}</Link> {isFriend && <b>({texts.friend})</b>}{' '}
      {isOnline && <b>({texts.online})</b>}
    </Line>
  );
}

const ASK_EVERY_MS = 10_000;

/** All challenges of the person, kept up to date. */
export function MyChallenges() {
  const { client } = usePlayer();
  const { value: challenges, error, again } = useAsked(useCallback(() => client.people.challenges(), [client]));
  useEvery(again, ASK_EVERY_MS);
  if (challenges === undefined) return <Coming of={{ error, again }} />;
  return challenges.length === 0 ? null : <Challenges challenges={challenges} again={again} />;
}

export interface ChallengesProps {
  readonly challenges: readonly MatchChallenge[];
  readonly again: () => void;
}

/** What the person has asked other players for, and what they ask the person for. */
export function Challenges({ challenges, again }: ChallengesProps) {
  const texts = useTexts(TIES);
  return (
    <Card title={texts.challenges}>
      <ul className="sessions">
        {challenges.map((one) => (
          <OneChallenge key={one.challenge} challenge={one} again={again} />
        ))}
      </ul>
    </Card>
  );
}

const REASONS: readonly DeclineReason[] = ['later', 'settings', 'no'];

function OneChallenge({ challenge: one, again }: { readonly challenge: MatchChallenge; readonly again: () => void }) {
  const texts = useTexts(TIES);
  const { words } = useLanguage();
  const { client, session } = usePlayer();
  const { people } = client;
  const { isBusy, error, run } = useDeed();
  const { challenge, from, to, state, match, reason } = one;
  const isMine = from.player === session.player;
  const other = isMine ? to : from;
  const act = (doing: () => Promise<unknown>) => run(() => doing().finally(again));
  return (
    <li>
      <Link to={`${PAGES.player}?id=${other.player}`}>{other.name}</Link>{' '}
      {other.rating !== undefined && <RatingFigure rating={other.rating} deviation={other.deviation ?? 0} />}{' '}
      {editionName(words, one.preset)}{' '}
      <small>{reason === undefined ? texts.states[state] : texts.reasons[reason]}</small>
      <div className="others">
        {match !== undefined && <Link to={matchHref(match, one.code)}>{texts.toTable}</Link>}
        {state === 'open' && isMine && (
          <Button disabled={isBusy} onClick={() => act(() => people.withdraw(challenge))} text={texts.withdraw} />
        )}
        {state === 'open' && !isMine && (
          <>
            <Button disabled={isBusy} onClick={() => act(() => people.accept(challenge))} text={texts.accept} />
            {REASONS.map((why) => (
              <Button
                key={why}
                disabled={isBusy}
                onClick={() => act(() => people.decline(challenge, why))}
                text={texts.reasons[why]}
              />
            ))}
          </>
        )}
      </div>
      {error && <Problem error={error} />}
    </li>
  );
}
