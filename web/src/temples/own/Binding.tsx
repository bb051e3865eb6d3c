import type { OwnTemple, PlayedMatch } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { editionName, sitterName } from '../../app/games.ts';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { Link, matchHref } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useAsked, useDeed } from '../../app/useAsked.ts';
import { OWN } from './texts.ts';

const SHOWN = 20;

/** Where the temple counts, and where else it could. */
export function Binding({
  temple: { temple, bound },
  refresh,
}: {
  readonly temple: OwnTemple;
  readonly refresh: () => void;
}) {
  const { client } = usePlayer();
  const texts = useTexts(OWN);
  const { isBusy, error, run } = useDeed();
  const act = (doing: () => Promise<unknown>) => run(() => doing().finally(refresh));
  return (
    <section className="binding">
      {bound === undefined ? (
        <>
          <p>{texts.free}</p>
          <Matches bind={(match, to) => act(() => client.temples.bind(temple, match, to))} isBusy={isBusy} />
        </>
      ) : (
        <>
          <p>{bound.seat === undefined ? texts.countsForTable : texts.counts}</p>
          <p className="deeds">
            <Link to={matchHref(bound.match)} className="button">
              {texts.toMatch}
            </Link>
            <button type="button" disabled={isBusy} onClick={() => act(() => client.temples.unbind(temple))}>
              {texts.unbind}
            </button>
          </p>
        </>
      )}
      {error && <Problem error={error} />}
    </section>
  );
}

interface MatchesProps {
  readonly bind: (match: string, to: 'seat' | 'table') => void;
  readonly isBusy: boolean;
}

/** The matches are asked for only when the person wants to see them. */
function Matches(props: MatchesProps) {
  const { bind } = useTexts(OWN);
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{bind.title}</summary>
      {isOpen && <MatchList {...props} />}
    </details>
  );
}

function MatchList({ bind, isBusy }: MatchesProps) {
  const { texts } = useLanguage();
  const own = useTexts(OWN).bind;
  const { client, session } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.history.mine({ limit: SHOWN }), [client]));
  const running = value?.matches.filter(({ status }) => status !== 'ended');
  if (error) return <Problem error={error} retry={again} />;
  if (running === undefined) return <p className="wait">{texts.loading}</p>;
  if (running.length === 0)
    return (
      <p className="none">
        {own.none} <Link to={PAGES.home}>{own.first}</Link>
      </p>
    );
  return (
    <ul>
      {running.map((match) => (
        <li key={match.match} className="row">
          <MatchName match={match} />
          <span className="deeds">
            <button type="button" disabled={isBusy} onClick={() => bind(match.match, 'seat')}>
              {own.mine}
            </button>
            {match.host === session.player && (
              <button type="button" disabled={isBusy} onClick={() => bind(match.match, 'table')}>
                {own.table}
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function MatchName({ match: { match, preset, seats, seat: own } }: { readonly match: PlayedMatch }) {
  const { words, texts } = useLanguage();
  const others = seats.filter(({ seat, kind }) => seat !== own && kind !== 'free');
  const names = others.map((holder) => sitterName(words, holder, { match, seat: holder.seat })).join(', ');
  return (
    <span className="what">
      <strong>{editionName(words, preset)}</strong> <span>{names === '' ? '' : texts.lists.with(names)}</span>
    </span>
  );
}
