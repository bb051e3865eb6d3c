import type { ShownMatch } from '@flower-war/client/react';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { useOpenTurn } from '../alerts/useOpenTurn.ts';
import { useTurnMark } from '../alerts/useTurnMark.ts';
import { NOTICES, SOUNDS } from '../alerts/wanted.ts';
import { useLanguage } from '../app/language.tsx';
import { useSetting } from '../app/setting.ts';
import { choiceOf } from '../moves/choices.ts';
import { thingsOf } from '../moves/picks.ts';
import type { TableProps } from '../moves/tableProps.ts';
import { Board } from '../tables/Board.tsx';
import { RolledDie } from '../tables/motion/RolledDie.tsx';
import { rollIn } from '../tables/motion/rollIn.ts';
import { useMotions } from '../tables/motion/useMotions.ts';
import { Banners } from './Banners.tsx';
import { Dock } from './dock/Dock.tsx';
import { useChosen } from './dock/useChosen.ts';
import { useMoves } from './dock/useMoves.ts';
import { Result } from './ended/Result.tsx';
import { Seats } from './Seats.tsx';
import { Latest } from './story/Story.tsx';
import { useStory } from './story/useStory.ts';
import { useTableSpeech } from './useTableSpeech.ts';

/** Few matches have a temple. */
const AtTable = lazy(async () => ({ default: (await import('../temples/table/AtTable.tsx')).AtTable }));

/** Most people want to hear nothing, and to be called by nothing. */
const Sounds = lazy(async () => ({ default: (await import('../alerts/sounds/Sounds.tsx')).Sounds }));
const TurnNotice = lazy(async () => ({ default: (await import('../alerts/notices/TurnNotice.tsx')).TurnNotice }));

interface Props {
  readonly game: string;
  readonly isPrivate: boolean;
  readonly state: ShownMatch<string>;
}

/** A match that has begun: seats, table, what just happened, and what to do. */
export function Playing({ game, isPrivate, state }: Props) {
  const { words } = useLanguage();
  const { live, snapshot, play } = state;
  const { view, seat, decision } = snapshot;
  const speech = useTableSpeech(game, view);
  const moves = useMoves(live, snapshot);
  const story = useStory(live);
  const choices = useMemo(
    () => moves.map((move) => choiceOf(move, { game, words, speech })),
    [moves, game, words, speech],
  );
  const things = useMemo(() => thingsOf(choices), [choices]);
  const chosen = useChosen(decision);
  const table: TableProps = { game, view, seat, speech, things, chosen: chosen.pick, choose: chosen.choose };
  const hasSounds = useSetting(SOUNDS);
  const hasNotices = useSetting(NOTICES);
  const isTurn = useOpenTurn(snapshot);
  useTurnMark(isTurn);
  const screen = useRef<HTMLElement>(null);
  useMotions(screen, { game, view, seat });
  return (
    <main className={`playing${chosen.isFresh ? ' fresh' : ''}`} ref={screen}>
      <Seats match={live.id} table={table} snapshot={snapshot} />
      <div className="board">
        <Board {...table} />
        <RolledDie roll={rollIn(story)} />
      </div>
      <div className="beside">
        <Banners live={live} snapshot={snapshot} speech={speech} />
        <div className="side">
          {snapshot.table.temples.length > 0 && (
            <Suspense>
              <AtTable live={live} snapshot={snapshot} name={speech.name} />
            </Suspense>
          )}
          <Suspense>
            {hasSounds && <Sounds live={live} snapshot={snapshot} isTurn={isTurn} />}
            {hasNotices && <TurnNotice match={live.id} preset={live.preset} isTurn={isTurn} />}
          </Suspense>
          <Latest story={story} game={game} speech={speech} />
          {snapshot.isOver && <Result live={live} snapshot={snapshot} speech={speech} isPrivate={isPrivate} />}
          <Dock
            live={live}
            table={table}
            snapshot={snapshot}
            choices={choices}
            story={story}
            play={play}
            chosen={chosen}
          />
        </div>
      </div>
    </main>
  );
}
