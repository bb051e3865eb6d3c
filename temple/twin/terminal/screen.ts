/** The temple as a picture, with keys. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';
import { SLOTS, type Slot } from '@flower-war/protocol/temple';
import type { Display, SlotDisplay, SlotLight } from '../device/display.ts';
import { explain, NOTHING_TYPED, press, type Typed, UNTIL_TOLD_MS } from './commands.ts';
import { perform, type Session } from './session.ts';
import { countdownOf, GODS, headline, LIGHTS, lastBead, turnOf } from './words.ts';

const REFRESH_MS = 200;
const FALLING_MS = 350;
const MOST_NOTES = 20;
const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });

export class Screen {
  readonly notes: string[] = [];
  private typed = NOTHING_TYPED;
  private isPlugged = true;
  private readonly fallenAt: Partial<Record<Slot, number>> = {};

  note(text: string): void {
    this.notes.push(text);
    this.notes.splice(0, this.notes.length - MOST_NOTES);
  }

  /** Shows the temple until the person leaves. */
  async run(session: Session, input: Readable & Partial<NodeJS.ReadStream>): Promise<void> {
    process.stdout.write('\u001b[?1049h\u001b[?25l');
    input.setRawMode?.(true);
    const timer = setInterval(() => this.show(session), REFRESH_MS);
    const unwatch = session.twin.watch(() => this.show(session));
    try {
      // SIGTERM must restore the terminal, too.
      await Promise.race([this.listen(session, input.setEncoding('utf8')), once(process, 'SIGTERM')]);
    } finally {
      clearInterval(timer);
      unwatch();
      input.setRawMode?.(false);
      process.stdout.write('\u001b[?25h\u001b[?1049l');
    }
  }

  private async listen(session: Session, input: Readable): Promise<void> {
    this.show(session);
    for await (const chunk of input as AsyncIterable<string>) {
      for (const key of chunk) if (this.press(session, key) === 'leave') return;
      this.show(session);
    }
  }

  private press(session: Session, key: string): 'leave' | undefined {
    const { typed, command } = press(this.typed, key);
    this.typed = typed;
    if (command === undefined) return undefined;
    if (command.kind === 'quit') return 'leave';
    if (command.kind === 'plug') this.plug(session);
    if (command.kind === 'help') this.help();
    if (command.kind === 'drop') this.fallenAt[command.slot] = performance.now();
    if (command.kind === 'knock') for (const slot of command.beads) this.fallenAt[slot] = performance.now();
    perform(session, command).catch((error) => this.note(explain(error)));
    return undefined;
  }

  private plug({ twin }: Session): void {
    this.isPlugged = !this.isPlugged;
    if (this.isPlugged) twin.heal();
    else twin.wifi('away', UNTIL_TOLD_MS);
    this.note(this.isPlugged ? 'the network is plugged in' : 'the network is unplugged');
  }

  private help(): void {
    this.note('3w drops three, bw one that bounces; k, then w and r and Enter, knocks to pair this temple;');
    this.note('o unplugs the network and plugs it in, p turns the power off and on, c shows the code.');
  }

  private show({ twin, sticker }: Session): void {
    const now = performance.now();
    const falling = new Set(SLOTS.filter((slot) => now - (this.fallenAt[slot] ?? -FALLING_MS) < FALLING_MS));
    const { id, display } = twin;
    const picture = { id, display, falling, typed: this.typed, notes: this.notes, sticker };
    const { columns = COLUMNS, rows = LINES } = process.stdout;
    const isNarrow = columns < COLUMNS || rows < LINES;
    const lines = isNarrow ? drawNarrow(picture, paint, { columns, rows }) : draw(picture, paint);
    process.stdout.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`);
  }
}

// The same temple in words, for screens too small for the picture.

interface Area {
  readonly columns: number;
  readonly rows: number;
}

const NARROW_KEYS = ' w war r rain k knock o net p power c code q quit';

/** As many lines as the screen has rows, none wider than the screen. Notes fill the rows that are left. */
export function drawNarrow(picture: Picture, paint: Paint, { columns, rows }: Area): readonly string[] {
  const { id, display, notes } = picture;
  const width = columns - 1;
  const inWords = (text: string) => wrap(text, width - 1).map((line) => ` ${line}`);
  const state = inWords(headline(display)).map((line) => paint(display.gods === 'answer' ? 'green' : 'yellow', line));
  const slots = SLOTS.flatMap((slot) => slotOf(slot, picture, { paint, width }));
  const told = [turnOf(display), countdownOf(display), lastBead(display)].flatMap(inWords);
  const code = inWords(codeOf(picture, (_, text) => text).trim()).map((line) => paint('bold', line));
  const top = [paint('bold', cut(` ${id}`, width)), ...state, ...slots, '', ...told, ...code];
  const bottom = [cut(typedOf(picture.typed), width), paint('dim', cut(NARROW_KEYS, width))];
  const room = Math.max(0, rows - top.length - bottom.length);
  const log = notes.flatMap(inWords);
  const newest = Array.from({ length: room }, (_, line) => log[Math.max(0, log.length - room) + line] ?? '');
  return [...top.slice(0, rows - bottom.length), ...newest.map((line) => paint('dim', line)), ...bottom];
}

function slotOf(slot: Slot, { display, falling }: Picture, { paint, width }: Pen): readonly string[] {
  const name = ` ${display.slotNames?.[slot] ?? GODS[slot]}, ${slot}`;
  const sign = `[ ${signOf(display, slot)} ]${falling.has(slot) ? ' ( o )' : ''}`;
  const color = display.isIdentifying ? 'magenta' : COLORS[display.slots[slot].light];
  const head = `${cut(name, width - sign.length - 2)}  ${paint(color, sign)}`;
  return ['', head, ...tallies(display.slots[slot]).map((text) => cut(`   ${text}`, width))];
}

interface Pen {
  readonly paint: Paint;
  readonly width: number;
}

/** Breaks a text between words. A word that is too long is cut. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(cut(word, width));
  }
  return lines.filter((line) => line !== '');
}

// The Templo Mayor in 80 columns and 24 lines: Tlaloc's shrine on the left, Huitzilopochtli's on the right.

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan' | 'blue' | 'magenta';
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

const COLUMNS = 80;
const HALF = 37;
/** Half of the widest step, without the stairs. */
const STEP = 33;
const LINES = 24;
const KEYS = ' w war  r rain  3w three  bw bounce  k knock  o net  p power  c code  q quit';
const COLORS: Readonly<Record<SlotLight, Style>> = {
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

function signOf({ isIdentifying, slots }: Display, slot: Slot): string {
  return isIdentifying ? '* HERE I AM *' : LIGHTS[slots[slot].light];
}

function tallies({ inMatch, counted, inFlight, applied, held, refused }: SlotDisplay): readonly string[] {
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

function codeOf({ display: { code }, sticker }: Picture, paint: Paint): string {
  if (code !== undefined) return ` Type this code in the lobby:  ${paint('bold', `[ ${[...code].join(' ')} ]`)}`;
  return sticker === undefined ? '' : ` The code on its sticker: ${paint('bold', sticker)}`;
}

function typedOf({ times, isBouncing, knock }: Typed): string {
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

function cut(text: string, width = COLUMNS - 1): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}~`;
}
