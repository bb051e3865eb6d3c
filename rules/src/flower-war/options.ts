/** The options that a host can choose, and the presets. */
import { choice, flag, type Options, type PresetsFor, type SettingsOf } from '../contract/optionSpec.ts';
import { commonOptions } from '../ring/model/options.ts';

/** [FW-02] Orders of turns: East first, West last, the others in between as the letters say. */
type TurnOrder = `E${Permutation<'N' | 'S' | 'C' | 'Z'>}W`;
type Permutation<Letter extends string, All extends string = Letter> = [All] extends [never]
  ? ''
  : Letter extends All
    ? `${Letter}${Permutation<Exclude<All, Letter>>}`
    : never;

const MIDDLES = permutations(['N', 'S', 'C', 'Z']).map((letters) => `E${letters.join('')}W` as TurnOrder);

function permutations(letters: readonly string[]): readonly (readonly string[])[] {
  if (letters.length === 0) return [[]];
  return letters.flatMap((letter, index) => permutations(letters.toSpliced(index, 1)).map((rest) => [letter, ...rest]));
}

/**
 * With days of six and a countdown of eight the first turn weighs little: no tribe is more than five points from its share.
 * The cap is five times the median of greedy bots with two seats, who play the most rounds.
 */
const SHORT: Options = {
  perSpace: 6,
  tokensTotal: 175,
  countdown: 8,
  roundCap: 170,
};

export const OPTIONS = [
  choice('mode', 'quick', 'long', 'epic'),
  ...commonOptions({
    short: SHORT,
    turnOrders: ['ENSCZW', ...MIDDLES.filter((order) => order !== 'ENSCZW')],
    battlePayment: 'one',
    countdown: 13,
  }),
  choice('discPickup', 'auto', 'optional'),
  choice('discRematch', 'duel', 'transfer'),
  flag('refill', true),
  choice('discTiming', 'trigger', 'immediate'),
  choice('laterDiscs', 'none', 'active'),
  choice('apocFlavor', 'least', 'most', 'off'),
  choice('floodOnset', 'none', 'twoEach'),
  flag('invasionPickup', true),
  choice('brokeLoser', 'draw', 'nothing'),
  choice('battleCards', 'on', 'off'),
  flag('trapsHitOwner'),
  choice('dog', 'one', 'all'),
  choice('xochitl', 'stakeMinus1', 'none', 'bothLose1'),
  choice('olin', 'full', 'last'),
  flag('acatlNoDraw'),
  flag('cipactliMany'),
  flag('firstTurnPickup'),
  choice('tieBreak', 'standard', 'shared'),
  choice('balance', 'lastOffering', 'shared', 'wait'),
] as const;

export type FlowerSettings = SettingsOf<typeof OPTIONS>;

/** Flower War, and the Rules of Play, which have no flood or invasion. */
export const PRESETS = [
  { id: 'flower-war', options: {} },
  { id: 'flower-war-rules-of-play', options: { apocFlavor: 'off', brokeLoser: 'nothing' } },
] as const satisfies PresetsFor<FlowerSettings>;

export type PresetId = (typeof PRESETS)[number]['id'];
