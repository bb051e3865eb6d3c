import { frozenEngine } from './catalogue/frozenEngine.ts';
import { type AnyGame, gameById } from './catalogue/games.ts';

export { frozenEngine } from './catalogue/frozenEngine.ts';
export {
  type AnyBot,
  type AnyGame,
  type CapableGame,
  type Entry,
  GAMES,
  gameById,
  numbered,
} from './catalogue/games.ts';
export type { GameId, GameTypes } from './catalogue/gameTypes.ts';
export { type Chance, chanceFrom, fastChance } from './contract/chance.ts';
export {
  type Applied,
  type Bot,
  type BotName,
  type CardWords,
  type Game,
  type MoveParts,
  type Question,
  type Refused,
  type Result,
  random,
  SEATS,
  type Seat,
  SLOW_BOTS,
  type Standing,
  type Viewer,
} from './contract/game.ts';
export { type Habit, type HabitsCapability, habitsOf, PACES, type Pace } from './contract/game.ts';
export {
  type OptionSpec,
  type Options,
  type OptionValue,
  type Preset,
  type ResolvedOptions,
  resolveOptions,
} from './contract/optionSpec.ts';
export type { DiscFace } from './flower-war/discs.ts';
export type { FlowerView as FlowerWarView } from './flower-war/view.ts';
export { at, deepEqual } from './json.ts';
export type { MexicaView } from './mexica/view.ts';
export type { Slot, TempleCapability, Window } from './ring/capabilities.ts';
export { type CardFace, type TitledCard, textOf, titleOf } from './ring/cards/cardText.ts';
export type { Deck, Effect, GodChoice, Moment, Place, Sign, Timing, Who } from './ring/model/card.ts';
export type { Event as RingEvent } from './ring/model/event.ts';
export type { Aim, Move as RingMove } from './ring/model/move.ts';
export type { RingView } from './ring/view/view.ts';
export type { SpaceAztecsFace } from './space-aztecs/cards.ts';
export type { TitledSpaceCard } from './space-aztecs/cardTexts.ts';
export type {
  Event as SpaceAztecsEvent,
  Move as SpaceAztecsMove,
  State as SpaceAztecsState,
} from './space-aztecs/state.ts';
export type { CityView as SpaceAztecsCityView, View as SpaceAztecsView } from './space-aztecs/view.ts';
export type { Event as TieqchieqEvent, Move as TieqchieqMove, State as TieqchieqState } from './tieqchieq/state.ts';
export type { SideView as TieqchieqSideView, View as TieqchieqView } from './tieqchieq/view.ts';
export { explainedMoves } from './tools/localMatch.ts';
export {
  everyOutcome,
  perft,
  playStep,
  type RecordingChance,
  type Replayed,
  type ReplayRecord,
  recordingChance,
  replay,
  type Script,
  type ScriptedChance,
  type Step,
  scriptedChance,
} from './tools/replay.ts';

/** The engine that a record was played with: today's game if it has this version, else the frozen one. */
export async function engine(id: string, version: number): Promise<AnyGame | undefined> {
  const current = gameById(id);
  return current?.rulesVersion === version ? current : frozenEngine(id, version);
}
