import type { PlayedMatch } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useLanguage } from '../app/language.tsx';
import { Link } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import type { Asked } from '../app/useAsked.ts';
import { PlayedRows } from './PlayedRows.tsx';

interface Props {
  readonly asked: Asked<{ readonly matches: readonly PlayedMatch[]; readonly next?: string }>;
}

/** The matches of this player, the newest first. */
export function MyMatches({ asked: { value, error, again } }: Props) {
  const { texts } = useLanguage();
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
