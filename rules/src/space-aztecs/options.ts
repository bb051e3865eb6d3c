/** The options that a host can choose, and the presets. */
import { choice, flag, type PresetsFor, type SettingsOf } from '../contract/optionSpec.ts';

export const OPTIONS = [
  /** With 5 and 6 seats no set is removed, and this option has no effect. */
  choice('removedSet', 'random', 'P', 'Y', 'B', 'G'),
  flag('codex', true),
  choice('memoryAid', 'off', 'ownLog'),
  flag('agentSelf'),
  choice('revealOrder', 'clockwise', 'byTime'),
  /** The server refuses a table whose named seat does not exist. */
  choice('startPlayer', 'random', 'host', 'seat-0', 'seat-1', 'seat-2', 'seat-3', 'seat-4', 'seat-5'),
  choice('tieBreak', 'standard', 'shared'),
] as const;

export type Settings = SettingsOf<typeof OPTIONS>;

export const PRESETS = [
  { id: 'space-aztecs', options: {} },
  { id: 'space-aztecs-young', options: { codex: false } },
] as const satisfies PresetsFor<Settings>;

export type PresetId = (typeof PRESETS)[number]['id'];
