import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import type { Played } from '@flower-war/client/react';
import type { Choice } from '../../moves/picks.ts';
import type { TableProps } from '../../moves/tableProps.ts';
import type { Step } from '../story/useStory.ts';
import type { Chosen } from './useChosen.ts';

export interface DockProps {
  readonly live: LiveMatch;
  readonly table: TableProps;
  readonly snapshot: MatchSnapshot;
  readonly choices: readonly Choice[];
  readonly story: readonly Step[];
  readonly play: (move: string) => Promise<Played>;
  readonly chosen: Chosen;
}
