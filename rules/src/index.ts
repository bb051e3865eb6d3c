export { type Bot, random } from './bot.ts';
export type { Chance } from './chance.ts';
export { chanceFrom, fastChance } from './chances.ts';
export { engine, frozenEngine } from './engines.ts';
export { deepEqual } from './equal.ts';
export type { FlowerView as FlowerWarView } from './flower-war/view.ts';
export {
  type AnyGame,
  type Applied,
  at,
  type CardWords,
  type Game,
  type OptionSpec,
  type Options,
  type OptionValue,
  type Preset,
  type Refused,
  type Result,
  SEATS,
  type Seat,
  type Slot,
  type Standing,
  type TempleLights,
  type TempleRules,
  type Viewer,
  type Window,
} from './game.ts';
export { type AnyBot, type BotName, type Entry, GAMES, gameById, numbered } from './games.ts';
export type { MexicaView } from './mexica/view.ts';
export { type ResolvedOptions, resolveOptions } from './options.ts';
export { everyOutcome } from './outcomes.ts';
export { perft } from './perft.ts';
export { playStep, type Replayed, type ReplayRecord, replay, type Step } from './replay.ts';
export { textOf } from './ring/cardText.ts';
export { titleOf } from './ring/cardTitles.ts';
export type { Event as RingEvent } from './ring/event.ts';
export type { RingView } from './ring/view.ts';
export { type RecordingChance, recordingChance, type Script, type ScriptedChance, scriptedChance } from './scripted.ts';
export type {
  Event as SpaceAztecsEvent,
  Move as SpaceAztecsMove,
  State as SpaceAztecsState,
} from './space-aztecs/state.ts';
export type { CityView as SpaceAztecsCityView, View as SpaceAztecsView } from './space-aztecs/view.ts';
export type { Event as TieqchieqEvent, Move as TieqchieqMove, State as TieqchieqState } from './tieqchieq/state.ts';
export type { SideView as TieqchieqSideView, View as TieqchieqView } from './tieqchieq/view.ts';
