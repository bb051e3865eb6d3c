/** The types of every game, so that a client of a game knows what its rules know. */
import type { BotName } from '../contract/game.ts';
import type { DiscFace } from '../flower-war/discs.ts';
import type { PresetId as FlowerPreset, FlowerSettings } from '../flower-war/options.ts';
import type { FlowerEvent } from '../flower-war/table.ts';
import type { FlowerView } from '../flower-war/view.ts';
import type { MexicaCompass } from '../mexica/edition.ts';
import type { PresetId as MexicaPreset, MexicaSettings } from '../mexica/options.ts';
import type { MexicaEvent } from '../mexica/table.ts';
import type { MexicaView } from '../mexica/view.ts';
import type { CardFace } from '../ring/cards/cardText.ts';
import type { RingHabitName } from '../ring/habits.ts';
import type { Compass } from '../ring/model/calendar.ts';
import type { Reason as RingReason } from '../ring/model/move.ts';
import type { RingParts } from '../ring/parts.ts';
import type { SpaceAztecsFace } from '../space-aztecs/cards.ts';
import type { PresetId as SpaceAztecsPreset, Settings as SpaceAztecsSettings } from '../space-aztecs/options.ts';
import type { Event as SpaceAztecsEvent, Reason as SpaceAztecsReason } from '../space-aztecs/state.ts';
import type { SpaceAztecsParts } from '../space-aztecs/parts.ts';
import type { View as SpaceAztecsView } from '../space-aztecs/view.ts';
import type { TieqchieqHabitName } from '../tieqchieq/habits.ts';
import type { PresetId as TieqchieqPreset, Settings as TieqchieqSettings } from '../tieqchieq/options.ts';
import type { TieqchieqParts } from '../tieqchieq/parts.ts';
import type { Event as TieqchieqEvent, Reason as TieqchieqReason } from '../tieqchieq/state.ts';
import type { View as TieqchieqView } from '../tieqchieq/view.ts';

/**
 * The types of each game, by its id: what a viewer may see, what happens, and what a move does; what its cards say; the value of every
 * option; the presets; why the rules refuse a move; what the seats are called; the bots; the habits.
 */
export interface GameTypes {
  readonly 'flower-war': {
    readonly view: FlowerView;
    readonly face: CardFace | DiscFace;
    readonly event: FlowerEvent;
    readonly parts: RingParts;
    readonly options: FlowerSettings;
    readonly preset: FlowerPreset;
    readonly reason: RingReason;
    readonly seatName: Uppercase<Compass>;
    readonly bot: BotName;
    readonly habit: RingHabitName;
  };
  readonly mexica: {
    readonly view: MexicaView;
    readonly face: CardFace;
    readonly event: MexicaEvent;
    readonly parts: RingParts;
    readonly options: MexicaSettings;
    readonly preset: MexicaPreset;
    readonly reason: RingReason;
    readonly seatName: Uppercase<MexicaCompass>;
    readonly bot: BotName;
    readonly habit: RingHabitName;
  };
  readonly 'space-aztecs': {
    readonly view: SpaceAztecsView;
    readonly face: SpaceAztecsFace;
    readonly event: SpaceAztecsEvent;
    readonly parts: SpaceAztecsParts;
    readonly options: SpaceAztecsSettings;
    readonly preset: SpaceAztecsPreset;
    readonly reason: SpaceAztecsReason;
    readonly seatName: '1' | '2' | '3' | '4' | '5' | '6';
    readonly bot: BotName;
    /** Every question is a choice. */
    readonly habit: never;
  };
  readonly tieqchieq: {
    readonly view: TieqchieqView;
    /** The game has no cards. */
    readonly face: never;
    readonly event: TieqchieqEvent;
    readonly parts: TieqchieqParts;
    readonly options: TieqchieqSettings;
    readonly preset: TieqchieqPreset;
    readonly reason: TieqchieqReason;
    readonly seatName: 'RED' | 'YELLOW';
    readonly bot: BotName;
    readonly habit: TieqchieqHabitName;
  };
}

/** The id of a game. */
export type GameId = keyof GameTypes;
