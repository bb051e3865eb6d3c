/** The network between temples and the broker. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startTwin, type Twin } from '@flower-war/temple/twin';
import { CROWD, PATIENCE_MS, type Stage, twinOptions } from '../stage/stage.ts';
import { sum } from '../stage/truth.ts';
import { type BookLine, readBooks } from '../verdict/books.ts';
import type { Axis } from './axis.ts';

export const network = {
  ok: {},
  rst: { act: resets },
  'black-hole': { act: blackHoles },
  'loss-30': { act: losses },
  'storm-of-50': { act: storm, look: everyOne },
} as const satisfies Axis;

async function resets({ twin, chance }: Stage): Promise<void> {
  for (let times = 0; times < 6; times++) {
    await sleep(200 + chance.die(600));
    twin.wifi('rst', 0);
  }
}

/** Black holes of half a second, then longer ones. */
async function blackHoles(stage: Stage): Promise<void> {
  const { twin } = stage;
  for (const ms of [500, 1500]) {
    twin.wifi('black-hole', ms);
    await sleep(ms + 500);
  }
  twin.wifi('black-hole', 120_000);
  await stage.pass(70, 5);
  twin.heal();
}

/** Delays every segment by 200 ms, and three in ten by far more, as TCP does when it repeats lost segments. */
async function losses({ twin }: Stage): Promise<void> {
  twin.wifi('stall', 5000);
  await sleep(5000);
}

/** Fifty more temples at the same broker lose their connections at once, again and again. */
async function storm(stage: Stage): Promise<void> {
  const { broker, clock } = stage;
  const quiet = { setting: { ...stage.setting, twin: {} }, broker, clock };
  const crowd = await Promise.all(CROWD.map((id) => startTwin(twinOptions(id, quiet))));
  stage.others.push(...crowd);
  stage.crowd.push(...crowd);
  await Promise.all(crowd.map((twin) => twin.connected(PATIENCE_MS)));
  for (const twin of crowd) await own(stage, twin);
  for (let times = 0; times < 3; times++) {
    for (const twin of crowd) twin.drop(times === 1 ? 'rain' : 'war');
    for (const twin of [...crowd, stage.twin]) twin.wifi('rst', 0);
    await sleep(700);
  }
}

async function own(stage: Stage, { id }: Twin): Promise<void> {
  await stage.known(id);
  await stage.server.ask('claim', id, stage.people.ownerId);
}

async function everyOne(stage: Stage): Promise<readonly string[]> {
  await Promise.all(stage.crowd.map((twin) => twin.answered(PATIENCE_MS)));
  return (await Promise.all(stage.crowd.map((twin) => problemsOf(stage, twin)))).flat();
}

/** A server without a cursor takes the first report for the beginning, and its journal says so. */
async function problemsOf(stage: Stage, { id, counted }: Twin): Promise<readonly string[]> {
  const books = readBooks(await stage.server.ask<readonly BookLine[]>('log', id), (await stage.temple(id)).account);
  const known = books.sensed + books.nobodys;
  return known === sum(counted) ? [] : [`${id} of the crowd: counted ${known}, fell ${JSON.stringify(counted)}`];
}
