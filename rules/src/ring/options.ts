/** Options that all editions have; what differs is only what they usually are. */
import type { OptionSpec, Options } from '../contract/optionSpec.ts';

export const choice = (name: string, ...values: readonly [string, ...string[]]): OptionSpec => ({
  ...{ name, type: 'choice', default: values[0], values },
});
export const flag = (name: string, value = false): OptionSpec => ({ name, type: 'flag', default: value });

export interface Usual {
  /** What a short match sets. */
  readonly short: Options;
  /** The usual one first. */
  readonly turnOrders: readonly string[];
  readonly battlePayment: 'lowerTotal' | 'one';
  readonly countdown: number;
}

export function commonOptions({ short, turnOrders, battlePayment, countdown }: Usual): readonly OptionSpec[] {
  return [
    { name: 'length', type: 'choice', default: 'standard', values: ['standard', 'short'], sets: { short } },
    { name: 'turnOrder', type: 'choice', default: turnOrders[0] ?? '', values: turnOrders },
    choice('startSpaces', 'threshold', 'firstOfQuadrant'),
    { name: 'perSpace', type: 'integer', default: 13, min: 5, max: 13 },
    { name: 'tokensTotal', type: 'integer', default: 360, min: 100, max: 1000 },
    { name: 'countdown', type: 'integer', default: countdown, min: 1, max: 100 },
    { name: 'roundCap', type: 'integer', default: 260, min: 1, max: 520, recordMax: 1000 },
    choice('stepOrder', 'printed', 'battleFirst'),
    choice('battleTie', 'none', 'reroll', 'defender'),
    { name: 'battlePayment', type: 'choice', default: battlePayment, values: ['lowerTotal', 'difference', 'one'] },
    choice('multiBattle', 'each', 'chooseOne'),
    flag('passIsFinal'),
    { name: 'sacrificesPerTurn', type: 'integer', default: 0, min: 0, max: 20 },
    { name: 'handLimit', type: 'integer', default: 0, min: 0, max: 50 },
  ];
}
