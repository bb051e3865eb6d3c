/** What a host can choose, and the editions by name. */
import { choice, flag, type Preset, type SettingsOf } from '../../contract/optionSpec.ts';

export const OPTIONS = [
  /** With 5 and 6 seats no set is removed, whatever this says. */
  choice('removedSet', 'random', 'P', 'Y', 'B', 'G'),
  flag('codex', true),
  choice('memoryAid', 'off', 'ownLog'),
  flag('agentSelf'),
  choice('revealOrder', 'clockwise', 'byTime'),
  /** A seat that is not at the table is drawn instead; such a match is not made. */
  choice('startPlayer', 'random', 'host', 'seat-0', 'seat-1', 'seat-2', 'seat-3', 'seat-4', 'seat-5'),
  choice('tieBreak', 'standard', 'shared'),
] as const;

export type Settings = SettingsOf<typeof OPTIONS>;

export const PRESETS: readonly Preset[] = [
  { id: 'space-aztecs', options: {} },
  { id: 'space-aztecs-young', options: { codex: false } },
];
