/** The bridges: how many there are, and what goes wrong with them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../stage/stage.ts';
import type { Axis } from './axis.ts';

export const bridge = {
  one: {},
  two: { bridges: 2, mayFall: true },
  'killed-before-apply': { mayFall: true, dying: { when: 'before', times: 3 }, look: died },
  'killed-after-apply': { mayFall: true, dying: { when: 'after', times: 3 }, look: died },
  'frozen-60-s': { act: freeze },
  'authority-unreachable-30-s': { act: unreachable },
} as const satisfies Axis;

async function died({ bridges }: Stage): Promise<readonly string[]> {
  return bridges.deaths > 0 ? [] : ['no bridge was killed'];
}

const KEEPALIVE_S = 23;

/** Freezes the bridges for longer than the broker waits for them. */
async function freeze(stage: Stage): Promise<void> {
  const { bridges } = stage;
  await sleep(500);
  bridges.signal('SIGSTOP');
  await stage.pass(KEEPALIVE_S, 1.5);
  bridges.cable.cut();
  await stage.pass(60 - KEEPALIVE_S, 2);
  bridges.signal('SIGCONT');
}

async function unreachable(stage: Stage): Promise<void> {
  const { cable } = stage.server;
  await sleep(500);
  cable.pull();
  await stage.pass(30, 2);
  cable.plug();
}
