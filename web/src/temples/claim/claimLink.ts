/** What the label of a temple says: `http://…/claim?t=ID&k=CODE`, or its name alone. */

export interface Label {
  readonly temple?: string;
  /** Eight characters from the label, or six from a display. */
  readonly code?: string;
}

const TEMPLE = /^templo-[0-9a-f]{4,12}$/;
const CODE = /^[0-9A-Z]{6}(?:[0-9A-Z]{2})?$/;

/** Leaves out what is damaged. */
export function readLabel(text: string): Label {
  const trimmed = text.trim();
  const at = trimmed.indexOf('?');
  if (at === -1) return labelOf(trimmed, '');
  const query = new URLSearchParams(trimmed.slice(at + 1).replace(/#.*/s, ''));
  return labelOf(query.get('t') ?? '', query.get('k') ?? '');
}

function labelOf(name: string, typed: string): Label {
  const temple = name.trim().toLowerCase();
  const code = typed.toUpperCase().replace(/[\s\p{Pd}_.]/gu, '');
  return { ...(TEMPLE.test(temple) && { temple }), ...(CODE.test(code) && { code }) };
}
