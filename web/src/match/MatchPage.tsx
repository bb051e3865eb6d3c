import { type MatchState, useMatch, type Where } from '@flower-war/client/react';
import { useCallback, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { useBehindRules } from '../app/navigation.tsx';
import { useKeptDice } from '../app/keptDice.ts';
import { useLanguage } from '../app/language.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked } from '../app/useAsked.ts';
import { MatchHeader, Playing } from './Playing.tsx';
import { Invitation, Waiting } from './before/Waiting.tsx';
import { MatchMenu, WatchMenu } from './menu/MatchMenu.tsx';
import { type WayIn, type Summary, usualPlace } from './place.ts';
import { Talk } from './talk/Talk.tsx';

/** A match: the player's own table, a table to watch, or the question which of these it shall be. */
export function MatchPage({ id, code }: { readonly id: string; readonly code: string | undefined }) {
  const { texts } = useLanguage();
  const { client, session } = usePlayer();
  const { value: summary, error, again } = useAsked(useCallback(() => client.match(id), [client, id]));
  const [chosen, setChosen] = useState<WayIn>();
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

/** The match as it is now, kept up to date. */
function LiveTable({
  summary: { match, game, preset, table },
  place,
  code,
}: {
  readonly summary: Summary;
  readonly place: WayIn;
  readonly code: string | undefined;
}) {
  const { client } = usePlayer();
  const where: Where = place === 'join' ? { join: match, code } : { watch: match, code };
  // The page shows matches of every game, and reads their views as plain records.
  const state = useMatch(client, where) as unknown as MatchState;
  const { snapshot, live } = state;
  useKeptDice(live);
  const hasBegun = snapshot !== undefined && snapshot.table.status !== 'open';
  const isPlaying = hasBegun && !snapshot.isOver && snapshot.seat !== undefined;
  return (
    <div className="match">
      <MatchHeader preset={preset}>
        {live && isPlaying && <MatchMenu live={live} game={game} snapshot={snapshot} />}
        {live && hasBegun && !isPlaying && <WatchMenu />}
        {live && hasBegun && <Talk live={live} lines={snapshot.lines} mode={table.talk} />}
      </MatchHeader>
      {state.status !== 'live' && <NotYet state={state} />}
      {state.status === 'live' && !hasBegun && <Waiting id={match} preset={preset} snapshot={state.snapshot} />}
      {state.status === 'live' && hasBegun && (
        <Playing game={game} isPrivate={table.visibility === 'private'} state={state} />
      )}
    </div>
  );
}

function NotYet({ state: { status, error, retry } }: { readonly state: MatchState }) {
  const { texts } = useLanguage();
  if (error !== undefined) return <Problem error={error} retry={retry} />;
  return <p className="wait">{status === 'awaiting-approval' ? texts.seat.approval : texts.loading}</p>;
}
