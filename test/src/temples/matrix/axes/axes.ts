/**
 * The axes of the matrix, in the order in which a cell names its values. The first value of each axis means no fault.
 */
import { adversary } from './adversary.ts';
import { authority } from './authority.ts';
import type { Axis } from './axis.ts';
import { bridge } from './bridge.ts';
import { broker } from './broker.ts';
import { device } from './device.ts';
import { network } from './network.ts';

export const AXES = { device, network, broker, bridge, authority, adversary } as const satisfies Record<string, Axis>;
export type AxisName = keyof typeof AXES;
export const AXIS_NAMES = Object.keys(AXES) as AxisName[];

/** One value of each axis. */
export type Cell = Readonly<Record<AxisName, string>>;

export function valuesOf(axis: AxisName): readonly string[] {
  return Object.keys(AXES[axis]);
}

export const QUIET: Cell = {
  device: 'steady',
  network: 'ok',
  broker: 'mosquitto',
  bridge: 'one',
  authority: 'steady',
  adversary: 'none',
};
