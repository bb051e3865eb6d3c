/** The same temple in words, for screens too small for the picture. */
import { SLOTS, type Slot } from '@flower-war/protocol/temple';
import { COLORS, codeOf, cut, type Paint, type Picture, signOf, tallies, typedOf } from './draw.ts';
import { countdownOf, GODS, headline, lastBead, turnOf } from './words.ts';

export interface Area {
  readonly columns: number;
  readonly rows: number;
}

const KEYS = ' w war r rain k knock o net p power c code q quit';

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
  const bottom = [cut(typedOf(picture.typed), width), paint('dim', cut(KEYS, width))];
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
