import { describe, expect, test } from 'vitest';
import { type Command, NOTHING_TYPED, press, readLine, UNTIL_TOLD_MS } from './commands.ts';

describe('a line', () => {
  test.each<[string, Command | undefined]>([
    ['war', { kind: 'drop', slot: 'war', times: 1, fall: 'clean' }],
    [' Rain 3 ', { kind: 'drop', slot: 'rain', times: 3, fall: 'clean' }],
    ['war bounce', { kind: 'drop', slot: 'war', times: 1, fall: 'bounce' }],
    ['war 2 double', { kind: 'drop', slot: 'war', times: 2, fall: 'double' }],
    ['knock war w rain', { kind: 'knock', beads: ['war', 'war', 'rain'] }],
    ['offline 10', { kind: 'network', fault: 'away', ms: 10_000 }],
    ['offline', { kind: 'network', fault: 'away', ms: UNTIL_TOLD_MS }],
    ['network black-hole 0.5', { kind: 'network', fault: 'black-hole', ms: 500 }],
    ['script My/File', { kind: 'script', name: 'My/File' }],
    ['reboot', { kind: 'reboot' }],
    ['war 0', undefined],
    ['war 65', undefined],
    ['war softly', undefined],
    ['knock', undefined],
    ['knock war sun', undefined],
    ['network sunspots 3', undefined],
    ['offline soon', undefined],
    ['reboot now', undefined],
    ['dance', undefined],
  ])('"%s" means %o', (line, command) => {
    expect(readLine(line)).toEqual(command);
  });
});

describe('keys', () => {
  function typed(keys: string): readonly Command[] {
    const commands: Command[] = [];
    let so = NOTHING_TYPED;
    for (const key of keys) {
      const pressed = press(so, key);
      so = pressed.typed;
      if (pressed.command !== undefined) commands.push(pressed.command);
    }
    return commands;
  }

  test('drop beads, several at once, and some that bounce', () => {
    expect(typed('w3rbw12r')).toEqual([
      { kind: 'drop', slot: 'war', times: 1, fall: 'clean' },
      { kind: 'drop', slot: 'rain', times: 3, fall: 'clean' },
      { kind: 'drop', slot: 'war', times: 1, fall: 'bounce' },
      { kind: 'drop', slot: 'rain', times: 12, fall: 'clean' },
    ]);
    expect(typed('99w')).toEqual([{ kind: 'drop', slot: 'war', times: 64, fall: 'clean' }]);
  });

  test('knock when Enter is pressed, with what was put right before', () => {
    expect(typed('kww\u007frw\r')).toEqual([{ kind: 'knock', beads: ['war', 'rain', 'war'] }]);
    expect(typed('k\rw')).toEqual([{ kind: 'drop', slot: 'war', times: 1, fall: 'clean' }]);
    expect(typed('kw\u001bq')).toEqual([{ kind: 'quit' }]);
  });

  test('an unknown key forgets what was typed, and Ctrl-C leaves even in a knock', () => {
    expect(typed('3xw')).toEqual([{ kind: 'drop', slot: 'war', times: 1, fall: 'clean' }]);
    expect(typed('kw\u0003')).toEqual([{ kind: 'quit' }]);
  });
});
