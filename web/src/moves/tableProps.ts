/** What every table gets, whatever its game is. */
import type { TableSpeech } from './cardWords.ts';
import type { Pick } from './picks.ts';

export interface TableProps {
  readonly game: string;
  /** The game as the viewer sees it. */
  readonly view: object;
  /** The seat of the viewer; absent for a spectator. */
  readonly seat: number | undefined;
  readonly speech: TableSpeech;
  /** The things that some legal move is about. */
  readonly things: ReadonlySet<Pick>;
  /** The thing that was tapped. */
  readonly chosen: Pick | undefined;
  readonly choose: (pick: Pick) => void;
}

/** For a picture that is only looked at. */
export const UNTOUCHED = { seat: undefined, things: new Set<Pick>(), chosen: undefined, choose: () => {} } as const;
