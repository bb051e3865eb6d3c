import { describe, expect, test } from 'vitest';
import { DEFAULT_BROKER, readArguments } from './arguments.ts';
import { Problem } from './problem.ts';

describe('the command line of a temple', () => {
  test('needs nothing', () => {
    expect(readArguments([])).toMatchObject({ mqtt: DEFAULT_BROKER, flash: 'wal', seed: 1, plain: false });
  });

  test.each([
    [['--id', 'templo-zz'], '4 to 12 hex digits'],
    [['--id', 'templo-ABCD'], 'in lower case'],
    [['--mqtt', 'http://here'], 'not an address like'],
    [['--mqtt', 'here'], 'not an address like'],
    [['--flash', 'soft'], 'is none of wal, late, none'],
    [['--seed', 'x'], 'is no whole number'],
    [['--fly'], "Unknown option '--fly'"],
    [['stray'], 'npm run temple -- --help'],
  ])('%j is refused, and why', (given, words) => {
    expect(() => readArguments(given)).toThrow(Problem);
    expect(() => readArguments(given)).toThrow(words);
  });
});
