/** The colours of the board and of the page: letters that can be read, shapes that stand out, and tribes that people tell apart who see fewer colours. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Rgb = readonly [number, number, number];
type Palette = ReadonlyMap<string, Rgb>;

const sheet = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const DECLARED = /--([\w-]+): #([0-9a-f]{6});/g;

const declaredIn = (text: string): Palette =>
  new Map([...text.matchAll(DECLARED)].map(([, name = '', hex = '']) => [name, colour(hex)]));

function colour(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16) / 255);
  return [red, green, blue];
}

const LIGHT = declaredIn(sheet('palette.css'));
const PALETTES: readonly (readonly [string, Palette])[] = [
  ['light', LIGHT],
  ['dark', new Map([...LIGHT, ...declaredIn(sheet('dark.css'))])],
];

function named(palette: Palette, name: string): Rgb {
  const found = palette.get(name);
  if (found === undefined) throw new Error(`palette.css declares no colour --${name}`);
  return found;
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(linear) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As WCAG 2 has it. */
function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** `color-mix(in srgb, one 38%, other)` */
const mixed = (one: Rgb, share: number, other: Rgb): Rgb =>
  one.map((part, index) => part * share + (other[index] ?? 0) * (1 - share)) as unknown as Rgb;

const TEXTS = [
  ['ink', ['paper', 'ground', 'hide', 'water']],
  ['soft', ['paper', 'ground', 'hide']],
  ['main', ['paper']],
  ['calm', ['paper']],
  ['on-main', ['main']],
  ['on-dark', ['east', 'north', 'south']],
  ['on-light', ['west', 'center', 'zenith', 'ochre', 'bone']],
] as const;

test.each(PALETTES)('%s: letters can be read on all that they stand on', (_, palette) => {
  for (const [letters, grounds] of TEXTS)
    for (const ground of grounds)
      expect(contrast(named(palette, letters), named(palette, ground)), `${letters} on ${ground}`).toBeGreaterThan(4.5);
});

const QUARTERS = ['east', 'north', 'west', 'south'];

test.each(PALETTES)('%s: the names of days can be read on the colour of their quarter', (_, palette) => {
  const rule = /background: color-mix\(in srgb, var\(--quarter\) (\d+)%, var\(--hide\)\)/;
  const ring = sheet('tables/ring/ring.css');
  const share = Number(rule.exec(ring)?.[1]) / 100;
  for (const quarter of QUARTERS) {
    const band = mixed(named(palette, quarter), share, named(palette, 'hide'));
    expect(contrast(named(palette, 'ink'), band), quarter).toBeGreaterThan(4.5);
  }
});

const PAINTS = ['red', 'turquoise', 'ochre', 'jade', 'bone', 'clay', 'stone', 'blue'];

test.each(PALETTES)('%s: the outline parts all paints', (_, palette) => {
  for (const paint of PAINTS)
    expect(contrast(named(palette, 'outline'), named(palette, paint)), paint).toBeGreaterThan(3);
});

const TRIBES = ['east', 'north', 'west', 'south', 'center', 'zenith'];

/** What reaches the eye, in linear light: Machado, Oliveira and Fernandes 2009, at full strength. */
const EYES: readonly (readonly [string, readonly Rgb[]])[] = [
  [
    'all colours',
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
  [
    'no red',
    [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
  ],
  [
    'no green',
    [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  ],
];

const dot = (one: Rgb, other: Rgb): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

const TO_XYZ: readonly Rgb[] = [
  [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
];

/** CIE Lab, in which equal distances look alike. */
function lab(rgb: Rgb, eye: readonly Rgb[]): Rgb {
  const light = rgb.map(linear) as unknown as Rgb;
  const seen = eye.map((row) => Math.max(0, dot(row, light))) as unknown as Rgb;
  const [x = 0, y = 0, z = 0] = TO_XYZ.map((row) => Math.cbrt(dot(row, seen)));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** A difference of 2 is just seen side by side; shields lie far apart, and are small. */
const FAR = 30;

test.each(EYES)('the six tribes look unlike to eyes that see %s', (_, eye) => {
  for (const [index, one] of TRIBES.entries())
    for (const other of TRIBES.slice(index + 1)) {
      const [a, b] = [lab(named(LIGHT, one), eye), lab(named(LIGHT, other), eye)];
      expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), `${one} and ${other}`).toBeGreaterThan(FAR);
    }
});
