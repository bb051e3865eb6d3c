/** The broker: which one, and what befalls it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDisk, forbidTotals, restartForgetful, restartKilled } from '../stage/brokers.ts';
import { DEVICES, type Stage } from '../stage/stage.ts';
import type { Axis } from './axis.ts';

/** The embedded broker keeps nothing, so that it has no disk to fill, and its rules are code. */
export const broker = {
  aedes: { broker: 'aedes' },
  mosquitto: { broker: 'mosquitto' },
  'mosquitto-v5': { broker: 'mosquitto', twin: { protocolVersion: 5 } },
  'aedes-kill-9': { broker: 'aedes', mayFall: true, act: kills },
  'mosquitto-kill-9': { broker: 'mosquitto', mayFall: true, act: kills },
  'aedes-restart': { broker: 'aedes', mayFall: true, act: restarts },
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

/** It cannot keep what it is told, and then comes back with what it kept long before. */
async function full({ broker, others }: Stage): Promise<void> {
  const makeRoom = fillDisk(broker);
  others.push({ stop: async () => makeRoom() });
  await sleep(2000);
  await restartKilled(broker);
}

/** Devices may tell nothing for a while; those of MQTT 3.1.1 hear of that by nothing. */
async function forbids(stage: Stage): Promise<void> {
  await sleep(500);
  const allow = await forbidTotals(stage.broker, DEVICES);
  await sleep(1500);
  await allow();
}
