/** The device: its kind of flash, how beads fall into it, and what happens to its power. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PowerCut } from '@flower-war/temple/twin';
import type { Stage } from '../stage/stage.ts';
import type { Axis } from './axis.ts';

export const device = {
  steady: {},
  'reboot-wal': { act: (stage) => reboots(stage, [{}, { isTorn: true }, { isTold: true }]) },
  'reboot-late': { isVague: true, twin: { flash: 'late', writeMs: 700 }, act: (stage) => reboots(stage, [{}, {}, {}]) },
  'reboot-noflash': { isVague: true, twin: { flash: 'none' }, act: (stage) => reboots(stage, [{}, {}, {}, {}]) },
  'flash-wiped': { isVague: true, act: wipes },
  clone: { isVague: true, act: clones },
  bounce: { falls: ['bounce', 'holes', 'double'] },
  'stuck-1khz': { falls: ['clean', 'clean', 'flicker'] },
  'offline-10-min': { isRadio: true, act: offline },
} as const satisfies Axis;

const LATELY_ALONE_MS = 700;

async function reboots({ twin, chance }: Stage, cuts: readonly PowerCut[]): Promise<void> {
  for (const cut of cuts) {
    await sleep(400 + chance.die(800));
    twin.drop('war');
    await sleep(chance.die(60));
    twin.reboot(cut);
  }
}

async function wipes({ twin, chance }: Stage): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await sleep(800 + chance.die(1200));
    twin.wipe();
  }
}

/** Adds two clones, one with a copy of the memory and one with a blank memory. */
async function clones(stage: Stage): Promise<void> {
  const { twin, chance } = stage;
  for (const flash of ['copied', 'blank'] as const) {
    await sleep(LATELY_ALONE_MS);
    const clone = await twin.clone(flash, stage.setting.seed + 7);
    stage.truth.follow(clone);
    for (let bead = 0; bead < 4; bead++) {
      clone.drop(chance.coin() ? 'war' : 'rain');
      await sleep(350);
    }
    await clone.stop();
  }
}

/** Thirty beads fall while the device is offline for ten minutes. */
async function offline(stage: Stage): Promise<void> {
  const { twin } = stage;
  twin.wifi('refused', 120_000);
  for (let bead = 0; bead < 30; bead++) {
    twin.drop(bead % 3 === 0 ? 'rain' : 'war');
    await sleep(30);
  }
  await stage.pass(600, 5);
  twin.heal();
}
