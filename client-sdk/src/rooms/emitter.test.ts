import { expect, test, vi } from 'vitest';
import { Emitter } from './emitter.ts';

interface Events {
  readonly counted: number;
}

class Counter extends Emitter<Events> {
  count(n: number): void {
    this.emit('counted', n);
  }
}

test('every listener hears, until it stops listening', () => {
  const emitter = new Counter();
  const heard: string[] = [];
  const stop = emitter.on('counted', (n) => heard.push(`a${n}`));
  emitter.on('counted', (n) => heard.push(`b${n}`));
  emitter.count(1);
  stop();
  emitter.count(2);
  expect(heard).toEqual(['a1', 'b1', 'b2']);
});

test('a listener may stop itself while it hears', () => {
  const emitter = new Counter();
  const heard: number[] = [];
  const stop = emitter.on('counted', () => stop());
  emitter.on('counted', (n) => heard.push(n));
  emitter.count(1);
  expect(heard).toEqual([1]);
});

test('a listener may hear only once, and any may be taken off', () => {
  const emitter = new Counter();
  const heard: string[] = [];
  const steady = (n: number) => heard.push(`steady${n}`);
  const never = (n: number) => heard.push(`never${n}`);
  emitter.once('counted', (n) => heard.push(`once${n}`));
  emitter.on('counted', steady);
  emitter.once('counted', never);
  emitter.off('counted', never);
  emitter.off('counted', () => {});
  emitter.count(1);
  emitter.count(2);
  emitter.off('counted', steady);
  emitter.count(3);
  expect(heard).toEqual(['once1', 'steady1', 'steady2']);
});

test('the same listener may listen several times, and each time ends by itself', () => {
  const emitter = new Counter();
  const heard: number[] = [];
  const listener = (n: number) => heard.push(n);
  emitter.on('counted', listener);
  emitter.once('counted', listener);
  const stop = emitter.on('counted', listener);
  emitter.count(1);
  stop();
  emitter.count(2);
  expect(heard).toEqual([1, 1, 1, 2]);
  emitter.off('counted', listener);
  emitter.count(3);
  expect(heard).toHaveLength(4);
});

test('a listener that throws keeps no other from hearing, and is reported', () => {
  const report = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {});
  const emitter = new Counter();
  const heard: number[] = [];
  emitter.on('counted', () => {
    throw new Error('a bug of theirs');
  });
  emitter.on('counted', (n) => heard.push(n));
  emitter.count(1);
  expect(heard).toEqual([1]);
  expect(report.mock.calls[0]![0]).toThrow('a bug of theirs');
  report.mockRestore();
});
