/**
 * What comes in a crowd is drawn once a frame: a tap may bring ten messages, of which a person would see the last. The first of them, and
 * what a person does, are drawn at once.
 */
import { options } from 'preact';

/** About a frame of most screens. */
const CROWD_MS = 16;

/** No frame comes while the page is hidden, and its title and sounds go on. */
const LONGEST_MS = 100;

export function drawByFrames(): void {
  let draw: (() => void) | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const drawNow = () => {
    if (draw === undefined) return;
    const now = draw;
    draw = undefined;
    now();
    drawnAt = performance.now();
  };
  options.debounceRendering = (render) => {
    draw = render;
    if (performance.now() - drawnAt > CROWD_MS) return queueMicrotask(drawNow);
    const timer = setTimeout(drawNow, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      drawNow();
    });
  };
  for (const kind of ['click', 'keydown', 'input', 'change']) addEventListener(kind, drawNow);
}
