/** How much fits on the screen. A pipe counts as the usual terminal, unless COLUMNS and LINES say something else. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const USUAL: Size = { columns: 80, rows: 24 };
const SMALLEST: Size = { columns: 60, rows: 24 };
/** Wider lines are hard to read. */
const WIDEST = 100;

export function sizeOf(stream: Partial<Size>, { COLUMNS, LINES }: NodeJS.ProcessEnv): Size {
  const columns = stream.columns || Number(COLUMNS) || USUAL.columns;
  const rows = stream.rows || Number(LINES) || USUAL.rows;
  return {
    columns: Math.min(WIDEST, Math.max(SMALLEST.columns, columns)),
    rows: Math.max(SMALLEST.rows, rows),
  };
}
