/** Characters that a fast reader takes for a letter: lower case, without accents, after NFKC. */

/** A letter, and what looks like it. `i`, `l` and `1` are one. */
export const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑ@4',
  b: 'вЬьβ8',
  c: 'сϲ¢',
  d: 'ԁɖđ',
  e: 'еєε€3',
  f: 'ƒϝ',
  g: 'ɡցɢ9',
  h: 'һнհη',
  j: 'јϳ',
  k: 'кκ',
  l: 'iі1ӏι|!ıłɩ',
  m: 'мʍ',
  n: 'пոɴ',
  o: 'оοσօ0øɵ',
  p: 'рρք',
  q: 'ԛզ',
  r: 'гʀɼ',
  s: 'ѕ$5ꜱ',
  t: 'тτ7ŧ',
  u: 'υսʋ',
  v: 'νѵ',
  w: 'ԝшωѡ',
  x: 'хχ×',
  y: 'уүγʏ',
  z: 'ᴢʐ2',
};

/** Two letters that look like one, after the table above. */
export const LOOKALIKE_PAIRS: readonly (readonly [pair: string, letter: string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
];
