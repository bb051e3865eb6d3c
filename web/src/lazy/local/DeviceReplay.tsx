/** A match that was played on this device, step by step and without a network. */
import type { Eyes, Moment } from '@flower-war/client';
import { type LocalMatch, newest } from '@flower-war/rules/local';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useMemo, useState } from 'react';
import { editionName, useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { deviceProofHref, Way } from '../../app/navigation.tsx';
import { Problem, useAsked } from '../../app/asked.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useSetting } from '../../app/setting.ts';
import { OFFLINE } from '../../offline/texts.ts';
import { Film } from '../../replay/Film.tsx';
import { REPLAY } from '../../replay/texts.ts';
import { SaveMatch, accountOf, ID, PLAYED, sittersOf } from './LocalTable.tsx';
import { type KeptMatch, matchOf } from './keptMatch.ts';

/** The id is the seed. */
export function DeviceReplay({ id }: { readonly id: string }) {
  const texts = useTexts(OFFLINE);
  const { words } = useLanguage();
  const { title } = useTexts(REPLAY);
  useTitle(title);
  const kept = useSetting(PLAYED).find(({ seed }) => `${seed}` === id);
  if (kept === undefined)
    return (
      <main className="page card">
        <h1>{title}</h1>
        <p>{texts.noneHere}</p>
        <Way to={PAGES.device} text={texts.device} />
      </main>
    );
  return (
    <main className="replay">
      <h1>
        {title} <small>{editionName(words, kept.game)}</small>
      </h1>
      <Shown kept={kept} />
    </main>
  );
}

const OWN: Eyes = 'seat:0';

function Shown({ kept }: { readonly kept: KeptMatch }) {
  const texts = useTexts(OFFLINE);
  const { texts: common } = useLanguage();
  const { session } = usePlayer();
  const { value: match, error, again } = useAsked(useCallback(() => matchOf(kept), [kept]));
  const account = useMemo(() => accountOf(kept), [kept]);
  const [near] = useState(() => ({ step: Number(new URLSearchParams(location.search).get('step') ?? 0) }));
  const onward = (
    <p className="others">
      <Way to={PAGES.device} text={texts.device} />
      <Way to={deviceProofHref(kept.seed)} text={common.past.proof} />
      <SaveMatch match={kept} />
    </p>
  );
  const reel = useMemo(
    () => ({ moments: typeof match === 'object' ? momentsOf(match) : [], isWhole: true, error: undefined, again }),
    [match, again],
  );
  if (error !== undefined) return <Problem error={error} retry={again} />;
  if (match === undefined) return <p className="wait">{common.loading}</p>;
  if (match === 'other-rules')
    return (
      <>
        <p role="alert">{texts.otherRules}</p>
        {onward}
      </>
    );
  const { game, options } = match.setting;
  const result = game.result(newest(match).state);
  const seats = sittersOf(kept, session.name).map((sitter, seat) => ({ ...sitter, seat, called: '', present: true }));
  const summary = { match: ID, game: game.id, preset: game.id, options, seats, result } as unknown as Parameters<
    typeof Film
  >[0]['summary'];
  return (
    <Film
      summary={summary}
      eyes={OWN}
      reel={reel}
      near={near}
      account={account}
      isOwn
      isOnDevice
      cards={game.cards ?? []}
      onward={() => onward}
    />
  );
}

/** As the person saw them. */
function momentsOf({ setting: { game, seat }, moments }: LocalMatch): readonly Moment[] {
  return moments.map(({ state, made, events }, step) => ({
    step,
    seq: step,
    at: step,
    kind: made === undefined ? 'started' : 'move',
    ...(made !== undefined && { seat: made.seat }),
    status: game.result(state) === undefined ? ('running' as const) : ('ended' as const),
    view: game.view(state, seat) as Moment['view'],
    events: events as Moment['events'],
  }));
}
