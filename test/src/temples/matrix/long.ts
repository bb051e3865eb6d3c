/** Thousands of beads through one temple, with one fault after another, while time passes ten times as fast. */
import { setTimeout as sleep } from 'node:timers/promises';
import { judged, type Report } from './cell.ts';
import { type CellBroker, restartKilled } from './stage/brokers.ts';
import type { Stage } from './stage/stage.ts';

const SPEED = 10;
/** In the time of the device. A hand can drop no more into two slots. */
const BETWEEN_MS = 75;

export interface Long {
  readonly broker: CellBroker['kind'];
  readonly beads: number;
  readonly seed: number;
}

export function runLong({ broker, beads, seed }: Long): Promise<Report> {
  const setting = { seed, broker, bridges: 2, twin: {}, speed: SPEED };
  return judged(setting, { isExact: true, mayFall: true }, async (stage) => {
    const isOver = { yet: false };
    const faults = troubled(stage, isOver);
    await drop(stage, beads);
    isOver.yet = true;
    await faults;
    return [];
  });
}

/** Drops by the time of the device, even if the timers of a busy machine are late. */
async function drop({ twin, clock, chance }: Stage, beads: number): Promise<void> {
  const began = clock.now();
  for (let bead = 0; bead < beads; ) {
    for (const due = (clock.now() - began) / BETWEEN_MS; bead < Math.min(due, beads); bead++)
      twin.drop(chance.coin() ? 'war' : 'rain', chance.pick(['clean', 'bounce', 'holes'] as const));
    await sleep(10);
  }
}

async function troubled(stage: Stage, isOver: { readonly yet: boolean }): Promise<void> {
  const { twin, chance, broker, bridges, server } = stage;
  const faults: readonly (() => unknown)[] = [
    () => twin.wifi('rst', 0),
    () => twin.wifi('black-hole', 400),
    () => twin.wifi('stall', 800),
    () => twin.reboot({ isTorn: chance.coin() }),
    () => restartKilled(broker),
    () => bridges.signal('SIGKILL'),
    () => server.crash(),
  ];
  for (let times = 0; !isOver.yet; times++) {
    await sleep(600 + chance.die(800));
    await faults[times % faults.length]?.();
  }
}
