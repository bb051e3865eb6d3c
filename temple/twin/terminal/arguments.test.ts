import { BadCommand, readCommand } from '@flower-war/protocol/command-line';
import { describe, expect, test } from 'vitest';
import { COMMAND, checked, DEFAULT_BROKER, Problem } from './commands.ts';

const read = (...given: string[]) => checked(readCommand(COMMAND, given).values);

describe('the command line of a temple', () => {
  test('needs nothing', () => {
    expect(read()).toMatchObject({ mqtt: DEFAULT_BROKER, flash: 'wal', seed: 1, plain: false });
  });

  test.each([
    [['--id', 'templo-zz'], '4 to 12 hex digits'],
    [['--id', 'templo-ABCD'], 'in lower case'],
    [['--mqtt', 'http://here'], 'not an address like'],
    [['--mqtt', 'here'], 'not an address like'],
    [['--mqtt', 'mqtt:'], 'not an address like'],
    [['--lan', '--mqtt', 'mqtt://here'], 'one of --lan and --mqtt'],
  ])('%j is refused, and why', (given, words) => {
    expect(() => read(...given)).toThrow(Problem);
    expect(() => read(...given)).toThrow(words);
  });

  test.each([
    [['--flash', 'soft'], 'takes wal, late, none for --flash'],
    [['--seed', 'x'], 'takes a whole number from 0 to 999999999'],
    [['--fly'], 'does not know --fly'],
    [['stray'], 'npm run temple -- --help'],
  ])('%j is nothing that it knows', (given, words) => {
    expect(() => read(...given)).toThrow(BadCommand);
    expect(() => read(...given)).toThrow(words);
  });
});
