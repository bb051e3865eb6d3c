/** The broker: which one runs, and what goes wrong with it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDisk, forbidTotals, restartForgetful, restartKilled } from '../stage/brokers.ts';
import { DEVICES, type Stage } from '../stage/stage.ts';
import type { Axis } from './axis.ts';

/** The embedded broker stores nothing, so its disk cannot fill. Its access rules are code. */
export const broker = {
  aedes: { broker: 'aedes' },
  mosquitto: { broker: 'mosquitto' },
  'mosquitto-v5': { broker: 'mosquitto', twin: { protocolVersion: 5 } },
  'aedes-kill-9': { broker: 'aedes', mayFall: true, act: kills },
  'mosquitto-kill-9': { broker: 'mosquitto', mayFall: true, act: kills },
  'aedes-v5-restart': { broker: 'aedes', twin: { protocolVersion: 5 }, mayFall: true, act: restarts },
  'mosquitto-restart-forgetful': { broker: 'mosquitto', mayFall: true, act: forgets },
  'mosquitto-full-disk': { broker: 'mosquitto', mayFall: true, act: full },
  'mosquitto-acl-change': { broker: 'mosquitto', act: forbids },
} as const satisfies Axis;

async function kills({ broker, chance }: Stage): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await sleep(500 + chance.die(1500));
    await restartKilled(broker);
  }
}

async function restarts({ broker }: Stage): Promise<void> {
  await sleep(1500);
  await broker.restart();
}

async function forgets({ broker, chance }: Stage): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await sleep(500 + chance.die(1500));
    await restartForgetful(broker);
  }
}

/** The broker cannot store new messages, and then restarts with what it stored long before. */
async function full({ broker, others }: Stage): Promise<void> {
  const makeRoom = fillDisk(broker);
  others.push({ stop: async () => makeRoom() });
  await sleep(2000);
  await restartKilled(broker);
}

/** Forbids devices to publish totals for a while. A device with MQTT 3.1.1 gets no sign of it. */
async function forbids(stage: Stage): Promise<void> {
  await sleep(500);
  const allow = await forbidTotals(stage.broker, DEVICES);
  await sleep(1500);
  await allow();
}
