import { PAGES } from '@flower-war/protocol/pages';
import { useCallback } from 'react';
import { useBehindRules } from '../app/behind.ts';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { Link } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { matchHref } from '../app/route.ts';
import { useAsked } from '../app/useAsked.ts';
import { Replay } from './Replay.tsx';
import { REPLAY } from './texts.ts';
import './replay.css';

/** `?match=ID&step=4&as=seat:0` */
export function ReplayPage() {
  const { title, none } = useTexts(REPLAY);
  const { texts } = useLanguage();
  useTitle(title);
  const asked = new URLSearchParams(location.search);
  const match = asked.get('match');
  if (match !== null && match !== '')
    return <Asked key={match} match={match} step={Number(asked.get('step') ?? 0)} eyes={asked.get('as')} />;
  return (
    <main className="page card">
      <h1>{title}</h1>
      <p>{none}</p>
      <Link to={PAGES.home} className="button">
        {texts.home}
      </Link>
    </main>
  );
}

interface Props {
  readonly match: string;
  readonly step: number;
  /** As the address names them. */
  readonly eyes: string | null;
}

function Asked({ match, step, eyes }: Props) {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { notBegun, toMatch } = useTexts(REPLAY);
  const { value: summary, error, again } = useAsked(useCallback(() => client.match(match), [client, match]));
  useBehindRules(summary);
  if (error !== undefined) return <Problem error={error} retry={again} />;
  if (summary === undefined) return <p className="wait">{texts.loading}</p>;
  if (summary.status !== 'open') return <Replay summary={summary} step={step} asked={eyes} />;
  return (
    <main className="page card">
      <p>{notBegun}</p>
      <Link to={matchHref(match)} className="button">
        {toMatch}
      </Link>
    </main>
  );
}
