import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { type Label, PER_PAGE, sheetsOf } from './labelSheet.ts';

const labelOf = (number: number): Label => ({
  id: `templo-${String(number).padStart(8, '0')}`,
  code: '7KQ2-M0XD',
  link: `http://192.168.178.200:2567/claim?t=templo-${number}&k=7KQ2M0XD`,
  page: 'http://192.168.178.200:2567/temples',
});
const labels = (count: number) => Array.from({ length: count }, (_, number) => labelOf(number));

/** The streams of the pages. */
const pagesIn = (pdf: string) => [...pdf.matchAll(/stream\n(.*?)\nendstream/gs)].map(([, marks = '']) => marks);
const wordsIn = (marks: string) => [...marks.matchAll(/\((.*?)\) Tj/g)].map(([, text]) => text);
const boxesIn = (marks: string) =>
  [...marks.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map((found) => found.slice(1).map(Number));

/** The QR code of the only label on a page, read again from its boxes. */
function modulesIn(marks: string): readonly (readonly boolean[])[] {
  const boxes = boxesIn(marks);
  const side = Math.min(...boxes.map(([, , , height = 0]) => height));
  const left = Math.min(...boxes.map(([x = 0]) => x));
  const top = Math.max(...boxes.map(([, y = 0]) => y));
  const dark = new Set(
    boxes.flatMap(([x = 0, y = 0, width = 0]) =>
      Array.from({ length: Math.round(width / side) }, (_, more) =>
        [Math.round((top - y) / side), Math.round((x - left) / side) + more].join(),
      ),
    ),
  );
  const size = Math.max(...[...dark].map((place) => Number(place.split(',')[0]))) + 1;
  return Array.from({ length: size }, (_, line) =>
    Array.from({ length: size }, (_, column) => dark.has(`${line},${column}`)),
  );
}

describe('a sheet of labels', () => {
  it('has ten labels a page, each with name, code and page', () => {
    const pages = pagesIn(sheetsOf(labels(21), 'a4').toString('latin1'));
    expect(pages.map((marks) => wordsIn(marks).filter((text) => text === '7KQ2-M0XD').length)).toEqual([
      PER_PAGE,
      PER_PAGE,
      1,
    ]);
    expect(wordsIn(pages[2] ?? '')).toEqual(
      expect.arrayContaining(['templo-00000020', 'http://192.168.178.200:2567', '/temples']),
    );
  });

  it('draws the QR code of the link, module by module', () => {
    const [marks = ''] = pagesIn(sheetsOf(labels(1), 'letter').toString('latin1'));
    expect(modulesIn(marks)).toEqual(encode(labelOf(0).link, { border: 0, ecc: 'M' }).data);
  });

  it.each(['a4', 'letter'] as const)('keeps all marks on the paper and at a distance from its edges: %s', (paper) => {
    const pdf = sheetsOf(labels(PER_PAGE), paper).toString('latin1');
    const [width = 0, height = 0] = (/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []).slice(1).map(Number);
    const [marks = ''] = pagesIn(pdf);
    for (const [x = 0, y = 0, wide = 0, high = 0] of boxesIn(marks)) {
      expect(Math.min(x, y, width - x - wide, height - y - high)).toBeGreaterThan(28);
    }
  });

  it('keeps long names and addresses inside a label', () => {
    const page = `https://${'a-very-long-name.'.repeat(8)}example/temples`;
    const pdf = sheetsOf([{ ...labelOf(0), id: 'templo-0123456789ab', page }], 'a4').toString('latin1');
    const widths = [...pdf.matchAll(/\/code ([\d.]+) Tf .*\((.*)\) Tj/g)].map(
      ([, size, text = '']) => Number(size) * 0.6 * text.length,
    );
    for (const width of widths) expect(width).toBeLessThanOrEqual((34.01 / 25.4) * 72);
    expect(widths).toHaveLength(5);
  });

  it('is a PDF whose table says where each object begins', () => {
    const pdf = sheetsOf(labels(11), 'a4').toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
    expect(pdf.slice(start, start + 4)).toBe('xref');
    const rows = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
    for (const [index, at] of rows.entries()) expect(pdf.slice(at)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    for (const [, length, marks = ''] of pdf.matchAll(/<< \/Length (\d+) >>\nstream\n(.*?)\nendstream/gs))
      expect(marks).toHaveLength(Number(length));
  });
});
