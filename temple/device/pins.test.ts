/** Checks that the notes for builders, the drawings and the programs name the same pins. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './pi/device.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const notes = read('../../docs/temple.md');
const rows = new Map(
  [...notes.matchAll(/^\| ((?:beam|strip|display|lamp)[^|]*?) \| ([^|]*?) ?\| ([^|]*?) ?\|$/gm)].map(
    ([, what, esp32, pi]) => [what, { esp32, pi }] as const,
  ),
);
const esp32Of = (what: string) => rows.get(what)?.esp32;
const lineOf = (what: string) => Number(/^GPIO(\d+) /.exec(rows.get(what)?.pi ?? '')?.[1]);

const protocol = read('esphome/packages/protocol.yaml');
const lights = read('esphome/packages/lights.yaml');
const display = read('esphome/packages/display.yaml');
const env = read('pi/templo.env');
const config = readConfig({
  MQTT_URL: 'mqtt://broker.local',
  TEMPLE_ID: 'templo-7f3a',
  MQTT_PASSWORD: 'x',
  ...Object.fromEntries([...env.matchAll(/^#?((?:\w+_LINE|LAMP_\w+))=(\d+)$/gm)].map(([, name, line]) => [name, line])),
});

describe('the pins in the notes', () => {
  it.each([
    ['beam of war', protocol, /war_pin: \{number: (\w+)/],
    ['beam of rain', protocol, /rain_pin: \{number: (\w+)/],
    ['strip of lights', lights, / pin: (\w+)/],
    ['display SDA', display, /sda: (\w+)/],
    ['display SCL', display, /scl: (\w+)/],
  ])('of an ESP32 are those of its firmware: %s', (what, yaml, pattern) => {
    expect(pattern.exec(yaml)?.[1]).toBe(esp32Of(what));
    expect(read('../../docs/temple/wiring-esp32.svg')).toContain(`>${esp32Of(what)}<`);
  });

  it.each([
    ['beam of war', config.WAR_LINE],
    ['beam of rain', config.RAIN_LINE],
    ['lamp turn', config.LAMP_TURN],
    ['lamp good', config.LAMP_GOOD],
    ['lamp care', config.LAMP_CARE],
  ])('of a Raspberry Pi are those of its settings: %s', (what, line) => {
    expect(lineOf(what)).toBe(line);
    const [, pin] = /pin (\d+)/.exec(rows.get(what)?.pi ?? '') ?? [];
    expect(read('../../docs/temple/wiring-pi.svg')).toMatch(new RegExp(`>GPIO${line}  ${pin}<`));
  });

  it('are those that the program takes when it is told none', () => {
    const usual = readConfig({ MQTT_URL: 'mqtt://b', TEMPLE_ID: 'templo-7f3a', MQTT_PASSWORD: 'x' });
    expect([usual.WAR_LINE, usual.RAIN_LINE]).toEqual([config.WAR_LINE, config.RAIN_LINE]);
  });
});
