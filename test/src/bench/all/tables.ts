/** Tables for a terminal and for a page. */
type Rows = readonly (readonly string[])[];

/** The first column is aligned to the left, the others to the right. */
export function plainTable(rows: Rows): string {
  const width = (column: number) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length));
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  const cell = (text: string, column: number) => {
    const space = ' '.repeat((widths[column] ?? 0) - [...text].length);
    return column === 0 ? text + space : space + text;
  };
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}

export function markdownTable([heading = [], ...rows]: Rows): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${heading.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`;
  return [line(heading), rule, ...rows.map(line)].join('\n');
}
