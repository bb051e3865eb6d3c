import { startAedes } from '@flower-war/bridge/testing';
import { type Odometer, odometer } from '@flower-war/protocol/temple';
import { describe, expect, test } from 'vitest';
import { FALLS } from '../device/beam.ts';
import { startTwin } from '../index.ts';
import { Listener } from '../network/listener.fixture.ts';
import type { Twin } from '../network/twin.ts';
import { makeScript, PROFILES, type Profile, printScript, readScript, runScript, TROUBLES } from './script.ts';

const everything: Profile = { ...PROFILES.storm, troubles: TROUBLES };

describe('a script', () => {
  test('is the same for the same seed', () => {
    expect(makeScript(7, everything)).toEqual(makeScript(7, everything));
    expect(makeScript(7, everything)).not.toEqual(makeScript(8, everything));
  });

  test('is printed and read again', () => {
    for (let seed = 1; seed < 50; seed++) {
      const script = makeScript(seed, everything);
      expect(readScript(printScript(script))).toEqual(script);
    }
  });

  test('may be written by hand, with remarks', () => {
    expect(readScript('# first\n100 drop war\n\n250 wifi away 900 # out of reach\n')).toEqual([
      { at: 100, kind: 'drop', slot: 'war', fall: 'clean' },
      { at: 250, kind: 'wifi', fault: 'away', ms: 900 },
    ]);
  });

  test.each(['drop war', '10 drop sun', '10 drop war softly', '10 explode', '10 wifi away soon', '10 clone'])(
    'is refused with its line: %s',
    (line) => {
      expect(() => readScript(`5 reboot\n${line}`)).toThrow(`Line 2 of the script, "${line}", is not an act`);
    },
  );

  test.concurrent('of bad radio and clumsy hands, twenty times as fast, loses no bead', async () => {
    const { twin, seen } = await run('templo-5700', { ...PROFILES.radio, falls: FALLS, beads: 25 });
    expect(twin.counted).toEqual(twin.truth);
    expect(seen.at(-1)).toMatchObject(twin.truth);
  });

  test.concurrent('that storms leaves the broker with what could be counted, and no epoch ever fell', async () => {
    const { twin, seen } = await run('templo-5701', { ...PROFILES.storm, beads: 40 });
    for (const [index, { epoch, war, rain }] of seen.entries()) {
      const before = seen.slice(0, index).findLast((other) => other.epoch === epoch);
      expect(war).toBeGreaterThanOrEqual(before?.war ?? 0);
      expect(rain).toBeGreaterThanOrEqual(before?.rain ?? 0);
    }
    expect(seen.at(-1)).toMatchObject({ war: twin.odometer?.war, rain: twin.odometer?.rain });
    expect(twin.counted.war + twin.counted.rain).toBeGreaterThan(10);
    expect(twin.counted.war).toBeLessThanOrEqual(twin.truth.war);
    expect(twin.counted.rain).toBeLessThanOrEqual(twin.truth.rain);
  });
});

/** Runs one script after the other on a broker of its own. */
async function run(id: string, profile: Profile): Promise<{ readonly twin: Twin; readonly seen: readonly Odometer[] }> {
  const broker = await startAedes();
  const listener = await Listener.at(broker);
  const quick = { bootMs: [5, 50], reconnectMs: [10, 40] } as const;
  const twin = await startTwin({ broker: broker.url, id, password: 'secret', ...quick });
  const seen = () => listener.texts('odometer', id).map((text) => odometer.parse(JSON.parse(text)));
  try {
    await twin.connected();
    await runScript(twin, makeScript(1, profile), { speed: 20 });
    await twin.settled(50_000); // a fault at the end of a script takes its time to heal
    await listener.until('the last total', () => seen().at(-1)?.seq === (twin.odometer?.seq ?? 0) - 1);
    return { twin, seen: seen() };
  } finally {
    await twin.stop();
    await listener.stop();
    await broker.kill();
  }
}
