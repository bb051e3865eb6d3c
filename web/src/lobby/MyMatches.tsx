import { PAGES } from '@flower-war/protocol/pages';
import { useCallback } from 'react';
import { useLanguage } from '../app/language.tsx';
import { Link } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked } from '../app/useAsked.ts';
import { PlayedRows } from './PlayedRows.tsx';

const SHOWN = 8;

/** The matches of this player, the newest first. */
export function MyMatches() {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.history.mine({ limit: SHOWN }), [client]));
  return (
    <section className="card">
      <h2>{texts.lists.mine}</h2>
      {error && <Problem error={error} retry={again} />}
      {value?.matches.length === 0 && <p className="none">{texts.lists.noneMine}</p>}
      <PlayedRows matches={value?.matches ?? []} areOwn />
      {value?.next !== undefined && <Link to={PAGES.me}>{texts.lists.all}</Link>}
    </section>
  );
}
