/** Text that has to fit into columns. */
export const COLUMNS = 80;

/** Cut, if it must be, with a sign that it is. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** Broken between words; every line but the first is indented so far. */
export function wrap(text: string, indent: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ (?=\S)/)) {
    if (line !== '' && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = `${' '.repeat(indent)}${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
