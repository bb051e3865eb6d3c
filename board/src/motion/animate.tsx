/** Shows motions above the table. It takes no taps, and changes nothing of the picture itself. */
import type { GameEvent } from '@flower-war/client';
import { type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import type { GameView } from '@flower-war/words';
import { type Picture, SheetsContext } from '../art/Art.tsx';
import { type Made, type Motion, motionsBetween, type PieceName } from './motionsBetween.ts';

interface Timing {
  readonly delay: number;
  readonly duration: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Starts what was measured. All is measured before anything starts, so that the browser lays the page out once. */
type Start = (layer: HTMLElement, timing: Timing) => readonly Animation[];

interface Stage {
  readonly root: HTMLElement;
  readonly addressOf: (picture: Picture) => string;
  readonly milliseconds: number;
}

/** Runs all motions within this time. The returned function ends them at once. */
function animate(motions: readonly Motion[], { root, addressOf, milliseconds }: Stage): () => void {
  const stages = [...new Set(motions.map(({ stage }) => stage))].sort((one, other) => one - other);
  const duration = milliseconds / Math.max(1, stages.length);
  const starts = motions.map((motion) => measured(motion, root, addressOf));
  const layer = document.createElement('div');
  layer.className = 'sprites';
  layer.setAttribute('aria-hidden', 'true');
  layer.inert = true;
  const running = motions.flatMap(
    ({ stage }, i) => starts[i]?.(layer, { delay: stages.indexOf(stage) * duration, duration }) ?? [],
  );
  // Within an element its styles reach no farther than its own tree.
  const tree = root.getRootNode();
  (tree instanceof ShadowRoot ? tree : document.body).append(layer);
  const end = () => {
    for (const animation of running) animation.cancel();
    layer.remove();
  };
  // A cancelled animation rejects; its layer is gone already.
  void Promise.allSettled(running.map(({ finished }) => finished)).then(() => layer.remove());
  return end;
}

function measured(motion: Motion, root: HTMLElement, addressOf: Stage['addressOf']): Start {
  switch (motion.kind) {
    case 'comes':
      return comes(motion, root);
    case 'goes':
      return goes(motion, root, addressOf);
    case 'falls':
      return changed(found(root, motion.piece), FALLING);
    case 'appears':
      return changed(found(root, motion.piece), APPEARING);
  }
}

const FALLING: Keyframe[] = [
  { transform: 'translateY(-60%) rotate(-420deg) scale(1.3)', opacity: 0.2 },
  { transform: 'translateY(0) rotate(0) scale(1.15)', opacity: 1, offset: 0.8 },
  { transform: 'none' },
];

const APPEARING: Keyframe[] = [
  { transform: 'scale(0.2)', opacity: 0 },
  { transform: 'none', opacity: 1 },
];

const HIDDEN: Keyframe[] = [{ opacity: 0 }, { opacity: 0 }];

const STILL: Start = () => [];

/** Before its stage, a piece is not seen yet. */
const changed =
  (piece: HTMLElement | undefined, frames: Keyframe[]): Start =>
  (_, timing) =>
    piece === undefined ? [] : [piece.animate(frames, { ...timing, fill: 'backwards', easing: 'ease-out' })];

function comes({ piece, along }: Motion & { kind: 'comes' }, root: HTMLElement): Start {
  const target = found(root, piece);
  const start = along.flatMap((place) => centre(found(root, place)) ?? []);
  const end = centre(target);
  if (target === undefined || end === undefined || start.length === 0) return STILL;
  const { width, height } = target.getBoundingClientRect();
  const { font } = getComputedStyle(target);
  const way = start.length > 1 ? [...start.slice(0, -1), end] : [...start, end];
  return (layer, timing) => {
    const sprite = target.cloneNode(true) as HTMLElement;
    sprite.removeAttribute('data-at');
    Object.assign(sprite.style, { font, width: `${width}px`, height: `${height}px` });
    const whole = { delay: 0, duration: timing.delay + timing.duration };
    return [flown(sprite, way, layer, timing), target.animate(HIDDEN, whole)];
  };
}

/** Counters fly one after another, and the first of them tells how many they are. */
function goes(
  { made, n, from, to }: Motion & { kind: 'goes' },
  root: HTMLElement,
  addressOf: Stage['addressOf'],
): Start {
  const [start, end] = [centre(found(root, from)), centre(found(root, to))];
  if (start === undefined || end === undefined) return STILL;
  const many = made === 'skulls' || made === 'tokens' ? Math.min(n, MOST_SEEN) : 1;
  const way = [start, above(start, end), end];
  return (layer, { delay, duration }) => {
    const gap = duration / (2 * many);
    return Array.from({ length: many }, (_, place) => {
      const own = { delay: delay + place * gap, duration: duration - (many - 1) * gap };
      return flown(spriteOf(made, place === 0 ? n : 1, addressOf), way, layer, own);
    });
  };
}

const MOST_SEEN = 5;

/** The top of a throw from one point to another. */
const above = (from: Point, to: Point): Point => ({
  x: (from.x + to.x) / 2,
  y: Math.min(from.y, to.y) * 0.35 + ((from.y + to.y) / 2) * 0.65 - 12,
});

/** What is drawn for the way; cards show their backs. */
const PICTURES: Readonly<Record<Made, Picture | undefined>> = {
  skulls: 'ring#skull',
  tokens: 'ring#token',
  disc: 'ring#disc',
  week: 'ring#week',
  card: undefined,
  pile: undefined,
};

function spriteOf(made: Made, n: number, addressOf: Stage['addressOf']): HTMLElement {
  const drawn = document.createElement('i');
  drawn.className = `made made-${made}`;
  const picture = PICTURES[made];
  if (picture !== undefined) drawn.append(pictured(addressOf(picture)));
  if (n > 1) drawn.append(Object.assign(document.createElement('b'), { textContent: String(n) }));
  return drawn;
}

const SVG = 'http://www.w3.org/2000/svg';

function pictured(address: string): SVGElement {
  const [svg, use] = [document.createElementNS(SVG, 'svg'), document.createElementNS(SVG, 'use')];
  svg.setAttribute('class', 'art');
  use.setAttribute('href', address);
  svg.append(use);
  return svg;
}

/** Moves the middle of a sprite along the points. It is seen only in its stage. */
function flown(sprite: HTMLElement, way: readonly Point[], layer: HTMLElement, timing: Timing): Animation {
  sprite.classList.add('sprite');
  sprite.style.visibility = 'hidden';
  layer.append(sprite);
  const frames = way.map(({ x, y }) => ({
    transform: `translate(${x}px, ${y}px) translate(-50%, -50%)`,
    visibility: 'visible',
  }));
  return sprite.animate(frames, { ...timing, easing: way.length > 2 ? 'linear' : 'ease-in-out' });
}

function found(root: HTMLElement, place: PieceName): HTMLElement | undefined {
  return root.querySelector<HTMLElement>(`[data-at="${CSS.escape(place)}"]`) ?? undefined;
}

/** What is not in sight has no place. */
function centre(element: HTMLElement | undefined): Point | undefined {
  if (element === undefined) return undefined;
  const { x, y, width, height } = element.getBoundingClientRect();
  return width === 0 || height === 0 ? undefined : { x: x + width / 2, y: y + height / 2 };
}

/** No step takes longer than 700 ms, at the lowest speed. */
const AT_FULL_SPEED_MS = 350;

/** How long a step of the match takes on the screen; 0: it is shown at once. */
export const stepTime = (speed: number): number => (speed === 0 ? 0 : AT_FULL_SPEED_MS / speed);

/** The person wants no motion, or does not look. */
const isStill = (): boolean => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;

interface Moving extends GameView {
  readonly seat: number | undefined;
  /** 0: things do not move. */
  readonly speed: number;
}

/** Moves things from where they were to where they are. A picture that comes early ends the motions of the one before. */
export function useMotions(screen: RefObject<HTMLElement | null>, { game, view, seat, speed }: Moving): void {
  const addressOf = useContext(SheetsContext);
  const before = useRef(view);
  const end = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    const then = before.current;
    before.current = view;
    if (then === view || screen.current === null) return;
    end.current?.();
    end.current = undefined;
    const time = isStill() ? 0 : stepTime(speed);
    // The lake, the ships and the temple follow in the style sheet.
    setStepTime(screen.current, time);
    if (time === 0) return;
    const motions = motionsBetween({ game, view, before: then, seat });
    if (motions.length > 0) end.current = animate(motions, { root: screen.current, addressOf, milliseconds: time });
  }, [screen, game, view, seat, speed, addressOf]);
  useEffect(() => () => end.current?.(), []);
}

/** All that lies in the table inherits it, so that it costs a style of each. */
function setStepTime({ style }: HTMLElement, time: number): void {
  const wanted = `${time}ms`;
  if (style.getPropertyValue(STEP_TIME) !== wanted) style.setProperty(STEP_TIME, wanted);
}

const STEP_TIME = '--step-time';

/** The die of this turn, which rolls when it comes. The story tells it in words. */
export function RolledDie({ roll, speed }: { readonly roll: Roll | undefined; readonly speed: number }) {
  return roll && <Die key={roll.step} die={roll.die} speed={speed} />;
}

function Die({ die, speed }: Pick<Roll, 'die'> & { readonly speed: number }) {
  const drawn = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const duration = isStill() ? 0 : stepTime(speed);
    if (duration > 0) drawn.current?.animate(FALLING, { duration, easing: 'ease-out' });
  }, [speed]);
  return (
    <i className="die counts rolled" aria-hidden="true" ref={drawn}>
      {die}
    </i>
  );
}

interface Roll {
  /** The step in which it was thrown. */
  readonly step: number;
  readonly die: number;
}

/** The die that was thrown last in this turn, the steps told from the oldest on. */
export function rollIn(
  steps: readonly { readonly number: number; readonly events: readonly GameEvent[] }[],
): Roll | undefined {
  for (const { number, events } of steps.toReversed())
    for (const event of events.toReversed()) {
      if (event.kind === 'rolled') return { step: number, die: Number(event['die']) };
      if (event.kind === 'turn-began') return undefined;
    }
  return undefined;
}
