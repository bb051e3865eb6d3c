import type { LiveMatch, OwnTemple } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { Link } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useAsked, useDeed } from '../../app/useAsked.ts';
import { AT_TABLE } from './texts.ts';
import './table.css';

/** Lets a temple of the player count in this match. */
export function BindMine({ live }: { readonly live: LiveMatch }) {
  const { texts } = useLanguage();
  const own = useTexts(AT_TABLE);
  const { client, session } = usePlayer();
  const asked = useAsked(
    useCallback(async () => {
      const [temples, { host }] = await Promise.all([client.temples.list(), client.match(live.id)]);
      return { temples, isHost: host === session.player };
    }, [client, session, live]),
  );
  const { value, error, again } = asked;
  return (
    <fieldset className="bind-mine">
      <legend>{own.mine}</legend>
      {error && <Problem error={error} retry={again} />}
      {value === undefined && !error && <p>{texts.loading}</p>}
      {value?.temples.length === 0 && (
        <p>
          {own.none} <Link to={PAGES.temples}>{own.claim}</Link>
        </p>
      )}
      {value?.temples.map((temple) => (
        <OneTemple key={temple.temple} temple={temple} match={live.id} isHost={value.isHost} refresh={again} />
      ))}
    </fieldset>
  );
}

function OneTemple({
  temple: { temple, name, bound },
  match,
  isHost,
  refresh,
}: {
  readonly temple: OwnTemple;
  readonly match: string;
  readonly isHost: boolean;
  readonly refresh: () => void;
}) {
  const { client } = usePlayer();
  const own = useTexts(AT_TABLE);
  const { isBusy, error, run } = useDeed();
  const isHere = bound?.match === match;
  const unbind = () => client.temples.unbind(temple);
  const bind = async (to: 'seat' | 'table') => {
    if (bound !== undefined) await unbind();
    await client.temples.bind(temple, match, to);
  };
  const act = (doing: () => Promise<unknown>) => run(() => doing().finally(refresh));
  return (
    <div>
      <p>
        <b>{name}</b> {isHere ? own.countsHere : bound !== undefined && own.elsewhere}
      </p>
      {isHere ? (
        <button type="button" disabled={isBusy} onClick={() => act(unbind)}>
          {own.unbind}
        </button>
      ) : (
        <>
          <button type="button" disabled={isBusy} onClick={() => act(() => bind('seat'))}>
            {own.seat}
          </button>
          {isHost && (
            <button type="button" disabled={isBusy} onClick={() => act(() => bind('table'))}>
              {own.table}
            </button>
          )}
        </>
      )}
      {error && <Problem error={error} />}
    </div>
  );
}
