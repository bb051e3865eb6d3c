import { useCallback, useState } from 'react';
import { useBehindRules } from '../app/behind.ts';
import { useLanguage } from '../app/language.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked } from '../app/useAsked.ts';
import { Invitation } from './before/Invitation.tsx';
import { LiveTable } from './LiveTable.tsx';
import { MatchHeader } from './MatchHeader.tsx';
import { type Place, usualPlace } from './place.ts';

interface Props {
  readonly id: string;
  readonly code: string | undefined;
}

/** A match: the player's own table, a table to watch, or the question which of these it shall be. */
export function MatchPage({ id, code }: Props) {
  const { texts } = useLanguage();
  const { client, session } = usePlayer();
  const { value: summary, error, again } = useAsked(useCallback(() => client.match(id), [client, id]));
  const [chosen, setChosen] = useState<Place>();
  useBehindRules(summary);
  if (summary === undefined)
    return (
      <>
        <MatchHeader />
        {error ? <Problem error={error} retry={again} /> : <p className="wait">{texts.loading}</p>}
      </>
    );
  const place = chosen ?? usualPlace(summary, session.player);
  if (place === undefined) return <Invitation summary={summary} choose={setChosen} />;
  return <LiveTable summary={summary} place={place} code={code} />;
}
