import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { blankFlash, commit, read, write } from '../device/flash.ts';
import { keepState, readState } from './session.ts';

const folder = mkdtempSync(join(tmpdir(), 'temple-state-'));
const file = join(folder, 'deeper', 'temple.json');
afterEach(() => rmSync(join(folder, 'deeper'), { recursive: true, force: true }));

describe('the state of a temple in the terminal', () => {
  test('comes back as it was kept, and leaves no other file', () => {
    const kept = { epoch: 77, war: 3, rain: 1, boot: 2 };
    keepState(file, { id: 'templo-7f3a', flash: commit(write(blankFlash('wal'), kept, { at: 0, ms: 1 }), 1) });
    expect(readState(file)?.id).toBe('templo-7f3a');
    expect(read(readState(file)!.flash)).toEqual(kept);
    expect(readdirSync(join(folder, 'deeper'))).toEqual(['temple.json']);
  });

  test('is nothing where there is no file', () => {
    expect(readState(file)).toBeUndefined();
  });

  test.each(['', '{"v":1}', '{"v":2,"id":"templo-7f3a"}', 'null'])(
    'is refused when it is "%s", and not written over',
    (text) => {
      keepState(file, { id: 'templo-7f3a', flash: blankFlash('wal') });
      writeFileSync(file, text);
      expect(() => readState(file)).toThrow('is not a state of a temple');
    },
  );
});
