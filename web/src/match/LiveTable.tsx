import { type MatchState, useMatch, type Where } from '@flower-war/client/react';
import { useKeptDice } from '../app/keptDice.ts';
import { useLanguage } from '../app/language.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { Waiting } from './before/Waiting.tsx';
import { MatchHeader } from './MatchHeader.tsx';
import { MatchMenu } from './menu/MatchMenu.tsx';
import { WatchMenu } from './menu/WatchMenu.tsx';
import { Playing } from './Playing.tsx';
import type { Place, Summary } from './place.ts';
import { Talk } from './talk/Talk.tsx';

interface Props {
  readonly summary: Summary;
  readonly place: Place;
  readonly code: string | undefined;
}

/** The match as it is now, kept up to date. */
export function LiveTable({ summary: { match, game, preset, table }, place, code }: Props) {
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
