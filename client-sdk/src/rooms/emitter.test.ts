import { expect, test, vi } from 'vitest';
import { Emitter } from './emitter.ts';

interface Events {
  readonly counted: number;
}

test('every listener hears, until it stops listening', () => {
  const emitter = new Emitter<Events>();
  const heard: string[] = [];
  const stop = emitter.on('counted', (n) => heard.push(`a${n}`));
  emitter.on('counted', (n) => heard.push(`b${n}`));
  emitter.emit('counted', 1);
  stop();
  emitter.emit('counted', 2);
  expect(heard).toEqual(['a1', 'b1', 'b2']);
});

test('a listener may stop itself while it hears', () => {
  const emitter = new Emitter<Events>();
  const heard: number[] = [];
  const stop = emitter.on('counted', () => stop());
  emitter.on('counted', (n) => heard.push(n));
  emitter.emit('counted', 1);
  expect(heard).toEqual([1]);
});

test('a listener that throws keeps nobody else from hearing, and is reported', () => {
  const report = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {});
  const emitter = new Emitter<Events>();
  const heard: number[] = [];
  emitter.on('counted', () => {
    throw new Error('a bug of theirs');
  });
  emitter.on('counted', (n) => heard.push(n));
  emitter.emit('counted', 1);
  expect(heard).toEqual([1]);
  expect(report.mock.calls[0]![0]).toThrow('a bug of theirs');
  report.mockRestore();
});
