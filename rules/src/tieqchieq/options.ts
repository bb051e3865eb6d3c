/** The options that a host can choose, and the presets. */
import { choice, flag, integer, type PresetsFor, type SettingsOf } from '../contract/optionSpec.ts';

export const OPTIONS = [
  choice('board', 'S7', 'F7'),
  choice('surcharge', 'exact', 'spendUpTo'),
  flag('plusFree', true),
  flag('mayPass'),
  flag('stacking'),
  choice('startPlayer', 'random', 'host', 'seat-0', 'seat-1'),
  integer('turnCap', { default: 1000, min: 1, max: 4000, recordMax: 100_000 }),
] as const;

export type Settings = SettingsOf<typeof OPTIONS>;

export const PRESETS = [
  { id: 'tieqchieq', options: {} },
  { id: 'tieqchieq-fortress', options: { board: 'F7' } },
  // For young people: a roll that no square fits exactly is spent as far as it goes.
  { id: 'tieqchieq-young', options: { surcharge: 'spendUpTo' } },
] as const satisfies PresetsFor<Settings>;

export type PresetId = (typeof PRESETS)[number]['id'];
