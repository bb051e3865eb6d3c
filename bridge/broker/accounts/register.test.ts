import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { register, REGISTER_FILE, registeredTemples } from './access.ts';

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
