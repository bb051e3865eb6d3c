import { type ReactNode, useSyncExternalStore } from 'react';
import { PlayedTable } from '../../match/Playing.tsx';
import { Outcome } from '../../match/Result.tsx';
import { type TableSpeech, useSpeech } from '../../moves/cardWords.ts';
import type { LocalTable } from './localTable.ts';

interface LocalPlayingProps {
  readonly table: LocalTable;
  /** What stands above all beside the board. */
  readonly banners?: (speech: TableSpeech) => ReactNode;
  /** The ways on after the end. */
  readonly onward?: ReactNode;
  readonly children?: ReactNode;
}

/** The table of a match on this device. */
export function LocalPlaying({ table, banners, onward, children }: LocalPlayingProps) {
  const snapshot = useSyncExternalStore(table.subscribe, table.getSnapshot);
  const { game } = table.now.setting;
  const speech = useSpeech(game.id, snapshot.view, game.cards);
  const { seats, result } = snapshot.table;
  return (
    <PlayedTable
      game={game.id}
      match={table}
      snapshot={snapshot}
      play={table.play}
      speech={speech}
      story={table.story}
      banners={banners?.(speech)}
      result={
        <Outcome
          match={table.id}
          game={game.id}
          preset={game.id}
          eyes={undefined}
          seats={seats}
          result={result}
          speech={speech}
        >
          {onward}
        </Outcome>
      }
    >
      {children}
    </PlayedTable>
  );
}
