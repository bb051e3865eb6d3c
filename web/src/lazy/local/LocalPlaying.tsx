import { askedIn } from '@flower-war/rules/local';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../app/language.tsx';
import { PlayedTable } from '../../match/Playing.tsx';
import { Outcome } from '../../match/Result.tsx';
import type { AccountSource } from '../../match/outcome.ts';
import type { AskedHint } from '../../match/place.ts';
import { type TableSpeech, useSpeech } from '../../moves/cardWords.ts';
import { OFFLINE } from '../../offline/texts.ts';
import type { HintQuestion } from '../thinker.ts';
import type { KeptMatch } from './keptMatch.ts';
import type { LocalTable } from './localTable.ts';

interface LocalPlayingProps {
  readonly table: LocalTable;
  /** What stands above all beside the board. */
  readonly banners?: (speech: TableSpeech) => ReactNode;
  /** Whether what is new is explained, and a bot asked for hints. */
  readonly isGuided?: boolean;
  /** What the account of the match is worked out from, once it is over. */
  readonly account?: AccountSource | undefined;
  /** The ways on after the end. */
  readonly onward?: ReactNode;
  readonly children?: ReactNode;
}

/** The table of a match on this device. */
export function LocalPlaying({ table, banners, isGuided = false, account, onward, children }: LocalPlayingProps) {
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
      hint={isGuided ? () => hintFor(table) : undefined}
      speech={speech}
      story={table.story}
      banners={banners?.(speech)}
      result={
        <Outcome
          match={table.id}
          game={game.id}
          preset={game.id}
          eyes={undefined}
          account={account}
          seat={account === undefined ? undefined : snapshot.seat}
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

/** Asks a thread, which comes and goes with the question. Rejects in a browser that has none. */
async function hintFor({ now, getSnapshot }: LocalTable): Promise<AskedHint> {
  const { decision = -1 } = getSnapshot();
  const worker = new Worker(new URL('../thinker.ts', import.meta.url), { type: 'module' });
  const answered = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = () => reject(new Error('the thread that thinks about hints has failed'));
  });
  worker.postMessage({ game: now.setting.game.id, asked: askedIn(now) } satisfies HintQuestion);
  return answered.then((move) => ({ decision, move })).finally(() => worker.terminate());
}

/** All that makes the match again, as a file. */
export function SaveMatch({ match }: { readonly match: KeptMatch }) {
  const { save } = useTexts(OFFLINE);
  const [href, setHref] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([`${JSON.stringify(match)}\n`], { type: 'application/json' }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [match]);
  return (
    <a className="button quiet" href={href} download={`${match.game}-${match.seed}.json`}>
      {save}
    </a>
  );
}
