import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { may, mayListen, overlap, REGISTER_FILE, register, registeredTemples, whoIs } from './access.ts';

const device = whoIs('templo-7f3a')!;
const bridge = whoIs('bridge')!;
const home = whoIs('home')!;

describe('who may do what', () => {
  it('knows devices by their ids and accounts by their names, and nobody else', () => {
    expect(device.party).toBe('device');
    for (const name of [
      '',
      'templo-',
      'templo-7F3A',
      'templo-7f3a ',
      'device',
      'toString',
      'bridge-2',
      '+',
      'templo-#',
    ])
      expect(whoIs(name)).toBeUndefined();
  });

  it('lets the bridge clear the state of a device, and not write it', () => {
    for (const name of ['odometer', 'availability', 'info']) {
      expect(may(bridge, 'clear', `templo/v1/templo-7f3a/${name}`)).toBe(true);
      expect(may(bridge, 'write', `templo/v1/templo-7f3a/${name}`)).toBe(false);
    }
    expect(may(bridge, 'clear', 'templo/v1/bridge/request/temples/list')).toBe(false);
    expect(may(bridge, 'clear', 'homeassistant/status')).toBe(false);
  });

  it('lets Home Assistant read all that is its own, and of temples nothing that is meant for one alone', () => {
    expect(may(home, 'read', 'homeassistant/sensor/kitchen/config')).toBe(true);
    expect(may(home, 'write', 'homeassistant/sensor/kitchen/config')).toBe(false);
    expect(may(home, 'read', 'templo/v1/templo-7f3a/cmd')).toBe(false);
  });

  it.each([
    ['templo/v1/templo-7f3a/ack', true],
    ['templo/v1/+/ack', true],
    ['templo/v1/templo-7f3a/#', true],
    ['templo/v1/templo-7f3a/ack/#', true],
    ['templo/+/bridge/state', true],
    ['#', true],
    ['+/+/+/+', true],
    ['templo/v1/templo-b0b0/ack', false],
    ['templo/v1/templo-7f3a', false],
    ['templo/v1/+', false],
    ['templo/v1/templo-7f3a/ack/+', false],
    ['templo/v1/templo-7f3a/ack/below/#', false],
    ['templo/v1/templo-7f3a/ack/below', false],
    [`templo/v1/${'+/'.repeat(40)}#`, false],
    ['templo/v1/templo-7f3a/odometer', false],
    ['homeassistant/#', false],
    ['$SYS/#', false],
    ['$share/all/templo/v1/+/ack', false],
    ['', false],
  ])('a device that subscribes to %s could hear something: %s', (filter, could) => {
    expect(mayListen(device, filter)).toBe(could);
  });

  it('lets the bridge subscribe to the verbs, with a slash in them or without', () => {
    for (const filter of ['templo/v1/bridge/request/#', 'templo/v1/bridge/request/temples/list'])
      expect(mayListen(bridge, filter)).toBe(true);
  });
});

/** All lists of one to this many of the parts. */
function listsOf(parts: readonly string[], most: number): readonly string[] {
  if (most === 1) return parts;
  return [...parts, ...listsOf(parts, most - 1).flatMap((rest) => parts.map((part) => `${part}/${rest}`))];
}

it('finds that filters overlap exactly if some topic matches both', () => {
  const topics = listsOf(['a', 'b'], 5);
  const filters = listsOf(['a', 'b', '+'], 3).flatMap((filter) => [filter, `${filter}/#`]);
  const matched = new Map(
    ['#', ...filters].map((filter) => {
      const pattern = new RegExp(`^${filter.replaceAll('+', '[^/]+').replace(/^#$|\/#$/, '(/?.*)?')}$`);
      return [filter, new Set(topics.filter((topic) => pattern.test(topic)))];
    }),
  );
  for (const [one, mine] of matched)
    for (const [other, theirs] of matched)
      if (overlap(one, other) !== [...mine].some((topic) => theirs.has(topic)))
        expect.unreachable(`${one} and ${other}`);
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'flower-war-register-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

describe('the list of temples', () => {
  it('is empty where there is none, and has each temple once', async () => {
    const place = join(await folder(), 'data');
    expect(await registeredTemples(place)).toEqual([]);
    await register(place, ['templo-aaaa', 'templo-bbbb']);
    await register(place, ['templo-bbbb', 'templo-cccc']);
    expect(await registeredTemples(place)).toEqual(['templo-aaaa', 'templo-bbbb', 'templo-cccc']);
    expect(await readFile(join(place, REGISTER_FILE), 'utf8')).toBe('templo-aaaa\ntemplo-bbbb\ntemplo-cccc\n');
  });

  it('names what does not belong in it', async () => {
    const place = await folder();
    await writeFile(join(place, REGISTER_FILE), 'templo-aaaa\nmine:$7$\n');
    await expect(registeredTemples(place)).rejects.toThrow(/contains "mine:\$7\$", which is not a temple's id/);
  });

  it('says that it cannot be read', async () => {
    const place = await folder();
    await mkdir(join(place, REGISTER_FILE));
    await expect(registeredTemples(place)).rejects.toThrow(/temples\.txt, cannot be read: EISDIR/);
  });
});
