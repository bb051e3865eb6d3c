export type { AnyBot, AnyGame, CapableGame } from './catalogue/anyGame.ts';
export { engine } from './catalogue/engines.ts';
export { frozenEngine } from './catalogue/frozenEngine.ts';
export { type Entry, GAMES, gameById, numbered } from './catalogue/games.ts';
export type { GameId, GameTypes } from './catalogue/gameTypes.ts';
export { type Bot, type BotName, type Question, random, SLOW_BOTS } from './contract/bot.ts';
export type { CardWords } from './contract/cardWords.ts';
export type { Chance } from './contract/chance.ts';
export { chanceFrom, fastChance } from './contract/fastChance.ts';
export type { Applied, Game, Refused } from './contract/game.ts';
export { type Habit, type HabitsCapability, habitsOf, PACES, type Pace } from './contract/habits.ts';
export type { MoveParts } from './contract/moveParts.ts';
export type { OptionSpec, Options, OptionValue, Preset } from './contract/optionSpec.ts';
export { type ResolvedOptions, resolveOptions } from './contract/resolveOptions.ts';
export type { Result, Standing } from './contract/result.ts';
export { SEATS, type Seat, type Viewer } from './contract/seat.ts';
export type { DiscFace } from './flower-war/model/discWords.ts';
export type { FlowerView as FlowerWarView } from './flower-war/view.ts';
export { at } from './json/at.ts';
export { deepEqual } from './json/equal.ts';
export type { MexicaView } from './mexica/view.ts';
export type { Slot, TempleCapability } from './ring/capabilities/temple.ts';
export type { Window } from './ring/capabilities/windows.ts';
export type { CardFace } from './ring/cards/cardFace.ts';
export { textOf } from './ring/cards/cardText.ts';
export { type TitledCard, titleOf } from './ring/cards/cardTitles.ts';
export type { Deck, Effect, GodChoice, Moment, Place, Sign, Timing, Who } from './ring/model/card.ts';
export type { Event as RingEvent } from './ring/model/event.ts';
export type { Aim, Move as RingMove } from './ring/model/move.ts';
export type { RingView } from './ring/view/view.ts';
export type { SpaceAztecsFace } from './space-aztecs/cards/cardFace.ts';
export type { TitledSpaceCard } from './space-aztecs/cardTexts.ts';
export type {
  Event as SpaceAztecsEvent,
  Move as SpaceAztecsMove,
  State as SpaceAztecsState,
} from './space-aztecs/model/state.ts';
export type { CityView as SpaceAztecsCityView, View as SpaceAztecsView } from './space-aztecs/view.ts';
export type { Event as TieqchieqEvent, Move as TieqchieqMove, State as TieqchieqState } from './tieqchieq/state.ts';
export type { SideView as TieqchieqSideView, View as TieqchieqView } from './tieqchieq/view.ts';
export { everyOutcome } from './tools/everyOutcome.ts';
export { perft } from './tools/perft.ts';
export { playStep, type Replayed, type ReplayRecord, replay, type Step } from './tools/replay.ts';
export {
  type RecordingChance,
  recordingChance,
  type Script,
  type ScriptedChance,
  scriptedChance,
} from './tools/scriptedChance.ts';
