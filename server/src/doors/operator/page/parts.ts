/** The pieces of which the page is made: tables, links to the next page, times. */

type Row = readonly Html[];

export function table(columns: readonly string[], rows: readonly Row[]): Html {
  if (rows.length === 0) return html`<p>None.</p>`;
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const cellOf = (cell: Html, n: number) => html`<td data-label="${columns[n] ?? ''}">${cell}</td>`;
  const body = rows.map((cells) => html`<tr>${cells.map(cellOf)}</tr>`);
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** A part of the page that is replaced when it changes. */
function live(name: string, content: Html): Html {
  return html`<div class="wide" data-live="${name}">${content}</div>`;
}

interface Part {
  readonly id: string;
  readonly title: string;
  /** How many there are, as far as that is known. */
  readonly count?: number | string;
  readonly isOpen: boolean;
  /** What stays as it is: forms. */
  readonly still?: Html;
  readonly content: Html;
}

export function part({ id, title, count = '', isOpen, still = html``, content }: Part): Html {
  const begin = isOpen ? html`<details class="part" id="${id}" open>` : html`<details class="part" id="${id}">`;
  const heading = html`<summary>${title} <span data-live="${id}-count">${count}</span></summary>`;
  return html`${begin}${heading}${still}${live(id, content)}</details>`;
}

interface Pages {
  /** The name in the query of the page. */
  readonly cursor: string;
  readonly isFirst: boolean;
  readonly next: string | number | undefined;
}

/** Links to the first page and to the next one. Without a script they forget the other lists. */
export function pages({ cursor, isFirst, next }: Pages): Html {
  const link = (text: string, after: string) =>
    html`<a href="/operator?${cursor}=${encodeURIComponent(after)}#${cursor}" data-page="${cursor}" data-after="${after}" data-name="${cursor} ${text}">${text}</a> `;
  return html`<p>${isFirst ? '' : link('First page', '')}${next === undefined ? '' : link('Next page', String(next))}</p>`;
}

export function wrong(message: string): Html {
  return html`<p class="wrong">${message}</p>`;
}

export const code = (text: string) => html`<code>${text}</code>`;

/** An age in the largest unit that fits. */
export function age(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
  ] as const;
  const [size, unit] = units.find(([length]) => seconds >= length) ?? [1, 's'];
  return `${Math.floor(seconds / size)} ${unit}`;
}

export function minute(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

export function second(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

// Makes HTML in which text that people wrote stays text.

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlPart = string | number | Html | readonly Html[];
const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.map((text, i) => text + (i < parts.length ? written(parts[i] ?? '') : '')).join(''));
}

function written(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replace(/[&<>"']/g, (sign) => NAMES[sign] ?? '');
}
