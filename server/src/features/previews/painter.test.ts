import { afterEach, expect, test } from 'vitest';
import { Painter } from './painter.ts';
import { SIZE } from './picture.ts';

const open: Painter[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((painter) => painter.close()))));

function newPainter() {
  const problems: string[] = [];
  const painter = new Painter((problem) => problems.push(problem));
  open.push(painter);
  return { painter, problems };
}

const svg = (words: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><text x="9" y="99" font-size="50">${words}</text></svg>`;

const sizeIn = (png: Uint8Array | undefined) => {
  const bytes = Buffer.from(png ?? []);
  return {
    isPng: bytes.subarray(1, 4).toString() === 'PNG',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  };
};

test('a picture has its size, and letters of many scripts', async () => {
  const { painter, problems } = newPainter();
  const pictures = await Promise.all(['', 'Ñ', 'Ł', 'Ж', 'Ω', 'ạ', '木'].map((words) => painter.paint(svg(words))));
  for (const png of pictures) expect(sizeIn(png)).toEqual({ isPng: true, ...SIZE });
  const texts = pictures.map((png) => Buffer.from(png ?? []).toString('base64'));
  expect(new Set(texts.slice(0, 6)).size).toBe(6);
  expect(problems).toEqual([]);
});

test('the same picture is painted once, also for those who ask at the same time', async () => {
  const { painter } = newPainter();
  const [one, other] = await Promise.all([painter.paint(svg('a')), painter.paint(svg('a'))]);
  expect(one).toBe(other);
  expect(await painter.paint(svg('a'))).toBe(one);
});

test('what finds too many pictures waiting is not painted, and holds up no other', async () => {
  const { painter } = newPainter();
  const asked = Array.from({ length: 12 }, (_, n) => painter.paint(svg(`${n}`)));
  const pictures = await Promise.all(asked);
  expect(pictures.filter((png) => png === undefined)).toHaveLength(4);
  expect(await painter.paint(svg('later'))).toBeDefined();
});

test('what is not a picture fails alone', async () => {
  const { painter, problems } = newPainter();
  expect(await painter.paint('<svg')).toBeUndefined();
  expect(problems).toEqual(['the thread of the pictures failed']);
  expect(await painter.paint(svg('a'))).toBeDefined();
});

test('closing answers all that wait, and paints nothing more', async () => {
  const { painter, problems } = newPainter();
  const waiting = painter.paint(svg('a'));
  await painter.close();
  expect([await waiting, await painter.paint(svg('b'))]).toEqual([undefined, undefined]);
  expect(problems).toEqual([]);
});
