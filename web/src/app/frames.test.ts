import { options } from 'preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawByFrames } from './frames.ts';

/** The page: its frames come when the test says so, and so do the acts of a person. */
const page = new EventTarget();
let frames: (() => void)[];
let drawn: string[];

const enqueue = (what: string) => options.debounceRendering?.(() => drawn.push(what));
const nextFrame = () => {
  for (const frame of frames.splice(0)) frame();
};

beforeEach(() => {
  frames = [];
  drawn = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  drawByFrames();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the first of a crowd is drawn at once, and what follows in the next frame, once', async () => {
  enqueue('first');
  await Promise.resolve();
  expect(drawn).toEqual(['first']);
  enqueue('crowd');
  await Promise.resolve();
  expect(drawn).toEqual(['first']);
  nextFrame();
  vi.advanceTimersByTime(1000);
  expect(drawn).toEqual(['first', 'crowd']);
});

test('what a person does is drawn at once, and takes along what waits', async () => {
  enqueue('first');
  await Promise.resolve();
  enqueue('crowd');
  page.dispatchEvent(new Event('click'));
  expect(drawn).toEqual(['first', 'crowd']);
  nextFrame();
  expect(drawn).toEqual(['first', 'crowd']);
});

test('a page that is hidden, and has no frames, is drawn all the same', async () => {
  enqueue('first');
  await Promise.resolve();
  enqueue('crowd');
  vi.advanceTimersByTime(100);
  expect(drawn).toEqual(['first', 'crowd']);
});
