import { execFileSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { USUAL } from '../../shared/debounce.ts';
import { chipOf, createSlots, edgeOf, monitorArguments, setArguments, versionOf } from './gpio.ts';

const lines = { chip: 'gpiochip0', war: 17, rain: 27 };
const installed = (() => {
  try {
    return execFileSync('gpiomon', ['--version'], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
})();

describe('the tools of libgpiod', () => {
  it('are told apart by what they say of themselves', () => {
    expect(versionOf('gpiomon (libgpiod) v1.6.3\nCopyright')).toBe(1);
    expect(versionOf('gpiomon (libgpiod) v2.2.1\nCopyright')).toBe(2);
    expect(() => versionOf('command not found')).toThrow(/Install the package gpiod/);
  });

  it('are told the same in the words of each', () => {
    expect(monitorArguments(1, lines).join(' ')).toBe(
      '--line-buffered --bias=pull-up --format=%o %e %s %n gpiochip0 17 27',
    );
    expect(monitorArguments(2, lines).join(' ')).toBe(
      '--chip gpiochip0 --bias=pull-up --edges=both --format=%o %e %S 17 27',
    );
    const levels = new Map([[5, true] as const, [6, false] as const]);
    expect(setArguments(1, 'gpiochip0', levels)).toEqual(['--mode=signal', 'gpiochip0', '5=1', '6=0']);
    expect(setArguments(2, 'gpiochip0', levels)).toEqual(['--chip', 'gpiochip0', '5=1', '6=0']);
  });

  it('print edges that read the same, also in the first milliseconds of a second', () => {
    expect(edgeOf(1, '17 0 5 3000000')).toEqual({ line: 17, isDark: true, at: 5003 });
    expect(edgeOf(2, '17 2 5.003000000')).toEqual({ line: 17, isDark: true, at: 5003 });
    expect(edgeOf(1, '27 1 5 250000000')).toEqual({ line: 27, isDark: false, at: 5250 });
    expect(edgeOf(2, '27 1 5.250000000')).toEqual({ line: 27, isDark: false, at: 5250 });
    expect(edgeOf(1, 'event: RISING EDGE')).toBeUndefined();
    expect(edgeOf(2, '17 0 5 3000000')).toBeUndefined();
  });

  it('name the chip of the header by its label', () => {
    const pi5 = 'gpiochip10 [gpio-brcmstb@107d508500] (32 lines)\ngpiochip4 [pinctrl-rp1] (54 lines)\n';
    expect(chipOf(pi5)).toBe('gpiochip4');
    expect(chipOf('gpiochip0 [pinctrl-bcm2711] (58 lines)\ngpiochip1 [raspberrypi-exp-gpio] (8 lines)')).toBe(
      'gpiochip0',
    );
    expect(() => chipOf('gpiochip0 [gpio-sim] (8 lines)')).toThrow(/Set CHIP/);
  });

  it.skipIf(!installed)(`take the arguments (${installed ? 'those installed' : 'skipped: gpiomon is missing'})`, () => {
    const version = versionOf(installed ?? '');
    const refused = (program: string, of: readonly string[]) => {
      try {
        execFileSync(program, of, { stdio: 'pipe', timeout: 2000 });
        return '';
      } catch (failure) {
        return String((failure as { readonly stderr: Buffer }).stderr);
      }
    };
    const nowhere = { ...lines, chip: 'gpiochip999' };
    expect(refused('gpiomon', monitorArguments(version, nowhere))).toMatch(/No such (file|device)|cannot find/i);
    expect(refused('gpioset', setArguments(version, nowhere.chip, new Map([[5, true]])))).toMatch(
      /No such (file|device)|cannot find/i,
    );
  });
});

it('forgets a beam that stays dark, and says that none is blocked', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
  try {
    const told: unknown[] = [];
    const slots = createSlots({ timing: () => USUAL, sensed: () => {}, blocked: (beams) => told.push(beams) });
    slots.edge('war', { isDark: true, at: 1000 });
    vi.advanceTimersByTime(3001);
    expect(told).toEqual([['war']]);
    slots.forget();
    expect(told).toEqual([['war'], []]);
  } finally {
    vi.useRealTimers();
  }
});
