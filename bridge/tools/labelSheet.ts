/** Sheets of labels to print, ten on a page: the temple's name, its printed code, and the QR code that claims it. */
import { encode } from 'uqr';

// A PDF by hand: filled squares, lines, and words in fonts that every reader has.

/** A point is 1/72 of an inch; y counts from the bottom. */
const MM = 72 / 25.4;

const FONTS = { plain: 'Helvetica', bold: 'Helvetica-Bold', code: 'Courier-Bold' } as const;
type Font = keyof typeof FONTS;

/** Every letter of Courier is so wide, for a size of 1. */
const CODE_WIDTH = 0.6;

interface Words {
  readonly at: readonly [x: number, y: number];
  readonly font: Font;
  readonly size: number;
  readonly text: string;
}

/** Only ASCII has the same place in every encoding of the fonts. */
function words({ at: [x, y], font, size, text }: Words): string {
  const safe = text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');
  return `BT /${font} ${round(size)} Tf ${round(x)} ${round(y)} Td (${safe}) Tj ET`;
}

type Box = readonly [x: number, y: number, width: number, height: number];

/** One path for all boxes: boxes that touch show no seam then. */
const filled = (boxes: readonly Box[]): string =>
  [...boxes.map((box) => `${box.map(round).join(' ')} re`), 'f'].join('\n');

/** A thin broken line around a box, to cut along. */
const cutLine = (box: Box): string => `q 0.4 w 0.6 G [2 3] 0 d ${box.map(round).join(' ')} re S Q`;

interface Document {
  readonly title: string;
  readonly paper: readonly [width: number, height: number];
  /** The marks of each page. */
  readonly pages: readonly (readonly string[])[];
}

function pdfOf({ title, paper, pages }: Document): Buffer {
  const names = Object.keys(FONTS);
  const [first, firstPage] = [3, 3 + names.length];
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`);
  const fonts = names.map((name, index) => `/${name} ${first + index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} /MediaBox [0 0 ${paper.map(round).join(' ')}] /Resources << /Font << ${fonts} >> >> >>`,
    ...Object.values(FONTS).map(
      (font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
    ),
    ...pages.flatMap((marks, index) => {
      const text = marks.join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /Contents ${firstPage + index * 2 + 1} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ];
    }),
    `<< /Title (${title}) >>`,
  ];
  return assembled(objects);
}

/** The last object tells about the document, the first one is its root. The table at the end says where each begins. */
function assembled(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end, 'latin1');
}

const round = (value: number): string => String(Math.round(value * 1000) / 1000);

export interface Label {
  readonly id: string;
  /** The code as it is printed. */
  readonly code: string;
  /** The link of the QR code. */
  readonly link: string;
  /** Where a person types name and code. */
  readonly page: string;
}

const PAPERS = { a4: [210 * MM, 297 * MM], letter: [612, 792] } as const;
type Paper = keyof typeof PAPERS;
export const PAPER_NAMES = ['a4', 'letter'] as const satisfies readonly Paper[];
const [COLUMNS, ROWS] = [2, 5];
export const PER_PAGE = COLUMNS * ROWS;
const LABEL = { width: 85 * MM, height: 50 * MM };
const QR = { side: 38 * MM, left: 6 * MM };
const TEXT = { left: 48 * MM, width: 34 * MM };
const [SMALL, TINY] = [6.5, 5.5];

const HINT = [
  'Scan it to make this temple yours,',
  'or open the page below and type',
  'its name and this code:',
] as const;

const FOOT = 'Print at 100 %. A person who has a label may claim its temple: keep this sheet like a key. Page';

export function sheetsOf(labels: readonly Label[], paper: Paper): Buffer {
  const size = PAPERS[paper];
  const count = Math.ceil(labels.length / PER_PAGE);
  const pages = Array.from({ length: count }, (_, page) => [
    ...labels
      .slice(page * PER_PAGE, (page + 1) * PER_PAGE)
      .flatMap((label, place) => drawn(label, cornerOf(place, size))),
    words({ at: [20 * MM, 8 * MM], font: 'plain', size: 7, text: `${FOOT} ${page + 1} of ${count}` }),
  ]);
  return pdfOf({ title: 'Labels of temples', paper: size, pages });
}

/** The lower left corner of a label. */
function cornerOf(place: number, [width, height]: readonly [number, number]): readonly [number, number] {
  const [column, row] = [place % COLUMNS, Math.floor(place / COLUMNS)];
  const left = (width - COLUMNS * LABEL.width) / 2 + column * LABEL.width;
  const top = height - (height - ROWS * LABEL.height) / 2;
  return [left, top - (row + 1) * LABEL.height];
}

function drawn({ id, code, link, page }: Label, [x, y]: readonly [number, number]): readonly string[] {
  const write = (up: number, style: Omit<Words, 'at'>) => words({ ...style, at: [x + TEXT.left, y + up * MM] });
  return [
    cutLine([x, y, LABEL.width, LABEL.height]),
    filled(modulesOf(link, [x + QR.left, y + (LABEL.height - QR.side) / 2])),
    write(40.5, { font: 'bold', size: 12, text: 'Templo Mayor' }),
    write(35, { font: 'code', size: fitting(id, 11), text: id }),
    ...HINT.map((text, line) => write(29 - line * 3, { font: 'plain', size: SMALL, text })),
    write(14.5, { font: 'code', size: fitting(code, 18), text: code }),
    ...broken(page).map((text, line) => write(9.5 - line * 2.6, { font: 'code', size: TINY, text })),
  ];
}

/** The dark modules, each run of a row as one box. */
function modulesOf(link: string, [x, y]: readonly [number, number]): readonly Box[] {
  const { data, size } = encode(link, { border: 0, ecc: 'M' });
  const side = QR.side / size;
  return data.flatMap((row, line) => {
    const runs = [
      ...row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ];
    return runs.map(
      ({ 0: { length }, index }) => [x + index * side, y + (size - 1 - line) * side, length * side, side] as const,
    );
  });
}

const fitting = (text: string, size: number): number => Math.min(size, TEXT.width / (CODE_WIDTH * text.length));

/** An address in lines that fit; a label has room for three. The path begins a line of its own. */
function broken(address: string): readonly string[] {
  const letters = Math.floor(TEXT.width / (CODE_WIDTH * TINY));
  const parts = address.length <= letters ? [address] : address.split(/(?=\/[^/]*$)/);
  const lines = parts.flatMap((part) => part.match(new RegExp(`.{1,${letters}}`, 'g')) ?? []);
  return lines.length <= 3 ? lines : [...lines.slice(0, 2), `${(lines[2] ?? '').slice(0, -3)}...`];
}
