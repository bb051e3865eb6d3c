import type { ShownMatch } from '@flower-war/client/react';
import { type ReactNode, useRef } from 'react';
import { useLanguage, useTexts } from '../app/language.tsx';
import { Outcome } from '../match/ended/Outcome.tsx';
import { Seats } from '../match/Seats.tsx';
import { Story } from '../match/story/Story.tsx';
import { useStory } from '../match/story/useStory.ts';
import { useTableSpeech } from '../match/useTableSpeech.ts';
import { type TableProps, UNTOUCHED } from '../moves/tableProps.ts';
import { Board } from '../tables/Board.tsx';
import { useMotions } from '../tables/motion/useMotions.ts';
import { WALL } from './texts.ts';

interface Props {
  readonly game: string;
  readonly state: ShownMatch<string>;
  /** What people do after the match. */
  readonly children: ReactNode;
}

/** As many steps as a screen shows in large letters. */
const SHOWN = 5;

/** The table, the seats and the last sentences, in large letters. */
export function Spectacle({ game, state: { live, snapshot }, children }: Props) {
  const { words } = useLanguage();
  const { lately } = useTexts(WALL);
  const { match } = words.screen;
  const { view, table, behind, connection, isOver } = snapshot;
  const speech = useTableSpeech(game, view);
  const story = useStory(live).slice(-SHOWN);
  const screen = useRef<HTMLDivElement>(null);
  useMotions(screen, { game, view, seat: undefined });
  const props: TableProps = { ...UNTOUCHED, game, view, speech };
  return (
    <>
      <div className="board" ref={screen}>
        <Board {...props} />
      </div>
      <div className="side">
        <Seats match={live.id} table={props} snapshot={snapshot} />
        {connection.state !== 'connected' && <p className="banner">{match.isLost}</p>}
        {behind > 0 && <p className="banner">{match.behind(behind)}</p>}
        {isOver && <Outcome match={live.id} seats={table.seats} result={table.result} speech={speech} />}
        {children}
        {!isOver && (
          <section className="lately" aria-label={lately} aria-live="polite">
            <Story story={story} game={game} speech={speech} />
          </section>
        )}
      </div>
    </>
  );
}
