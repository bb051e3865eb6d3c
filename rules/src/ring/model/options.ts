/** Options that all editions have. Only their defaults differ. */
import { choice, flag, integer, type Options, type SettingsOf } from '../../contract/optionSpec.ts';

export interface Usual<Order extends string> {
  /** Values that the option `length: short` sets. */
  readonly short: Options;
  /** Orders of turns, the default first. */
  readonly turnOrders: readonly [Order, ...Order[]];
  readonly battlePayment: 'lowerTotal' | 'one';
  readonly countdown: number;
}

export function commonOptions<const Order extends string>({
  short,
  turnOrders,
  battlePayment,
  countdown,
}: Usual<Order>) {
  return [
    { ...choice('length', 'standard', 'short'), sets: { short } },
    choice('turnOrder', ...turnOrders),
    choice('startSpaces', 'threshold', 'firstOfQuadrant'),
    integer('perSpace', { default: 13, min: 5, max: 13 }),
    integer('tokensTotal', { default: 360, min: 100, max: 1000 }),
    integer('countdown', { default: countdown, min: 1, max: 100 }),
    integer('roundCap', { default: 260, min: 1, max: 520, recordMax: 1000 }),
    choice('stepOrder', 'printed', 'battleFirst'),
    choice('battleTie', 'none', 'reroll', 'defender'),
    { ...choice('battlePayment', 'lowerTotal', 'difference', 'one'), default: battlePayment },
    choice('multiBattle', 'each', 'chooseOne'),
    flag('passIsFinal'),
    integer('sacrificesPerTurn', { default: 0, min: 0, max: 20 }),
    integer('handLimit', { default: 0, min: 0, max: 50 }),
  ] as const;
}

export type Settings = SettingsOf<ReturnType<typeof commonOptions<string>>>;
