/** Fits text into columns. */
export const COLUMNS = 80;

/** Cuts a text that is too long, and ends it with `…`. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** Breaks a text between words. Every line but the first is indented by `indent`. */
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
