/** A PDF by hand: filled squares, lines, and words in fonts that every reader has. */

/** A point is 1/72 of an inch; y counts from the bottom. */
export const MM = 72 / 25.4;

const FONTS = { plain: 'Helvetica', bold: 'Helvetica-Bold', code: 'Courier-Bold' } as const;
export type Font = keyof typeof FONTS;
/** Every letter of Courier is so wide, for a size of 1. */
export const CODE_WIDTH = 0.6;

export interface Words {
  readonly at: readonly [x: number, y: number];
  readonly font: Font;
  readonly size: number;
  readonly text: string;
}

/** Only ASCII has the same place in every encoding of the fonts. */
export function words({ at: [x, y], font, size, text }: Words): string {
  const safe = text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');
  return `BT /${font} ${round(size)} Tf ${round(x)} ${round(y)} Td (${safe}) Tj ET`;
}

export type Box = readonly [x: number, y: number, width: number, height: number];

/** One path for all boxes: boxes that touch show no seam then. */
export const filled = (boxes: readonly Box[]): string =>
  [...boxes.map((box) => `${box.map(round).join(' ')} re`), 'f'].join('\n');

/** A thin broken line around a box, to cut along. */
export const cutLine = (box: Box): string => `q 0.4 w 0.6 G [2 3] 0 d ${box.map(round).join(' ')} re S Q`;

export interface Document {
  readonly title: string;
  readonly paper: readonly [width: number, height: number];
  /** The marks of each page. */
  readonly pages: readonly (readonly string[])[];
}

export function pdfOf({ title, paper, pages }: Document): Buffer {
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
