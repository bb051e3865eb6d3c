export { type Bot, random } from './bot.ts';
export type { Chance } from './chance.ts';
export { chanceFrom, fastChance } from './chances.ts';
export { engine, frozenEngine } from './engines.ts';
export { deepEqual } from './equal.ts';
export {
  type AnyGame,
  type Applied,
  at,
  type Game,
  type OptionSpec,
  type Options,
  type OptionValue,
  type Preset,
  type Refused,
  type Result,
  SEATS,
  type Seat,
  type Standing,
  type Viewer,
} from './game.ts';
export { type AnyBot, type BotName, type Entry, GAMES, gameById } from './games.ts';
export { type ResolvedOptions, resolveOptions } from './options.ts';
export { everyOutcome } from './outcomes.ts';
export { perft } from './perft.ts';
export { playStep, type Replayed, type ReplayRecord, replay, type Step } from './replay.ts';
export { type RecordingChance, recordingChance, type Script, type ScriptedChance, scriptedChance } from './scripted.ts';
export type { Event as TieqchieqEvent, Move as TieqchieqMove, State as TieqchieqState } from './tieqchieq/state.ts';
export type { SideView as TieqchieqSideView, View as TieqchieqView } from './tieqchieq/view.ts';
