import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig, SETTINGS } from './device.ts';

const unit = join(import.meta.dirname, 'templo.service');
const hasSystemd = (() => {
  try {
    return execFileSync('systemd-analyze', ['--version'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
})();

it.skipIf(!hasSystemd)(
  `the unit is one that systemd takes${hasSystemd ? '' : ' (skipped: no systemd-analyze)'}`,
  () => {
    // What it does not understand stands on the standard error, also when it exits with 0.
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  },
);

it('the example of settings names each setting once, and no other', () => {
  const example = readFileSync(join(import.meta.dirname, 'templo.env'), 'utf8');
  const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual([...SETTINGS].sort());
});

it('settings that are missing are named in plain words', () => {
  expect(() => readConfig({ TEMPLE_ID: 'templo-7f3a' })).toThrow(/MQTT_URL: is missing\nMQTT_PASSWORD: is missing$/);
});
