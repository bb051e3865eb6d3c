/** The Templo Mayor in 80 columns and 24 lines: Tlaloc's shrine on the left, Huitzilopochtli's on the right. */
import type { Slot } from '@flower-war/protocol/temple';
import type { Display, SlotDisplay, SlotLight } from '../device/display.ts';
import type { Typed } from './commands.ts';
import { countdownOf, GODS, headline, LIGHTS, lastBead, turnOf } from './words.ts';

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan' | 'blue' | 'magenta';
export type Paint = (style: Style, text: string) => string;

export interface Picture {
  readonly id: string;
  readonly display: Display;
  /** The slots through which a bead falls at this moment. */
  readonly falling: ReadonlySet<Slot>;
  readonly typed: Typed;
  readonly notes: readonly string[];
  /** The code on the temple's sticker. */
  readonly sticker: string | undefined;
}

export const COLUMNS = 80;
const HALF = 37;
/** Half of the widest step, without the stairs. */
const STEP = 33;
export const LINES = 24;
const KEYS = ' w war  r rain  3w three  bw bounce  k knock  o net  p power  c code  q quit';
export const COLORS: Readonly<Record<SlotLight, Style>> = {
  off: 'dim',
  offer: 'bold',
  'in-flight': 'cyan',
  accepted: 'green',
  held: 'yellow',
  refused: 'red',
};

/** Draws exactly `LINES` lines, none wider than the screen. */
export function draw(picture: Picture, paint: Paint): readonly string[] {
  const { display, notes } = picture;
  const top = [titleOf(picture, paint), '', ...temple(picture, paint), ''];
  const told = [turnOf(display), countdownOf(display), lastBead(display)].map((line) => cut(` ${line}`));
  const code = codeOf(picture, paint);
  const room = LINES - top.length - told.length - 4;
  const log = notes.slice(-room).map((note) => paint('dim', cut(` ${note}`)));
  const padding = Array.from({ length: room - log.length }, () => '');
  return [...top, ...told, code, '', ...log, ...padding, typedOf(picture.typed), paint('dim', cut(KEYS))];
}

function titleOf({ id, display }: Picture, paint: Paint): string {
  const name = display.name === undefined ? '' : ` "${display.name}"`;
  const state = headline(display);
  const left = cut(` ${id}${name}`, COLUMNS - state.length - 3);
  const gap = ' '.repeat(COLUMNS - 1 - left.length - state.length);
  return `${paint('bold', left)}${gap}${paint(display.gods === 'answer' ? 'green' : 'yellow', state)}`;
}

/** The pyramid. Its walls are dim when the gods do not answer. */
function temple({ display, falling }: Picture, paint: Paint): readonly string[] {
  const stone = (text: string) => (display.gods === 'answer' ? text : paint('dim', text));
  const [left, right] = [shrine('rain', { display, falling }, paint), shrine('war', { display, falling }, paint)];
  const shrines = left.map((line, index) => `${line}    ${right[index] ?? ''}`);
  const [rain, war] = [tallies(display.slots.rain), tallies(display.slots.war)];
  const steps = rain.map((text, index) => step(text, war[index] ?? '', index));
  return [...shrines, ...[roof(), ...steps, ground()].map(stone)];
}

function shrine(
  slot: Slot,
  { display, falling }: Pick<Picture, 'display' | 'falling'>,
  paint: Paint,
): readonly string[] {
  const { light } = display.slots[slot];
  const name = display.slotNames?.[slot] ?? GODS[slot];
  const signs = { war: '^   ^   ^   ^', rain: '~   ~   ~   ~' }[slot];
  const bead = paint('bold', '( o )');
  const isLit = display.isIdentifying;
  const window = `[${middle(signOf(display, slot), 15)}]`;
  const rows = [
    ['.---------------------.', 23],
    [`|${middle(cut(name, 19), 21)}|`, 23],
    [`|${middle(slot, 21)}|`, 23],
  ] as const;
  return [
    falling.has(slot) ? around(bead, 5) : around(paint(slot === 'war' ? 'red' : 'blue', signs), signs.length),
    ...rows.map(([text, width]) => around(text, width)),
    around(`|  ${paint(isLit ? 'magenta' : COLORS[light], window)}  |`, 23),
  ];
}

export function signOf({ isIdentifying, slots }: Display, slot: Slot): string {
  return isIdentifying ? '* HERE I AM *' : LIGHTS[slots[slot].light];
}

export function tallies({ inMatch, counted, inFlight, applied, held, refused }: SlotDisplay): readonly string[] {
  return [
    `offered in this match: ${inMatch}`,
    `${counted} counted, ${inFlight} in flight`,
    `${applied} applied, ${held} held, ${refused} refused`,
  ];
}

function roof(): string {
  return `       ${'_'.repeat(64)}`;
}

/** Every step of the pyramid is wider than the step above it. The stairs are in the middle. */
function step(left: string, right: string, index: number): string {
  const indent = 6 - 2 * index;
  const half = STEP - indent;
  return `${' '.repeat(indent)}_/${middle(left, half)}|======|${middle(right, half)}\\_`;
}

function ground(): string {
  return `_/${'_'.repeat(STEP)}|======|${'_'.repeat(STEP)}\\_`;
}

export function codeOf({ display: { code }, sticker }: Picture, paint: Paint): string {
  if (code !== undefined) return ` Type this code in the lobby:  ${paint('bold', `[ ${[...code].join(' ')} ]`)}`;
  return sticker === undefined ? '' : ` The code on its sticker: ${paint('bold', sticker)}`;
}

export function typedOf({ times, isBouncing, knock }: Typed): string {
  if (knock !== undefined)
    return cut(` Knock: ${knock.join(', ')}${knock.length > 0 ? ' (Enter drops them)' : 'w and r, then Enter'}`);
  return ` ${[times === '' ? '' : `${times} x`, isBouncing ? 'bouncing' : ''].filter((word) => word !== '').join(' ')}`.trimEnd();
}

function around(text: string, width: number): string {
  const before = Math.floor((HALF - width) / 2);
  return `${' '.repeat(before)}${text}${' '.repeat(HALF - width - before)}`;
}

function middle(text: string, width: number): string {
  const short = cut(text, width);
  return short.padStart(Math.floor((width + short.length) / 2)).padEnd(width);
}

export function cut(text: string, width = COLUMNS - 1): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}~`;
}
