/** Copies all tables from one database into another, and compares them. */
import { ALL_LINES, checkChains, type KeptLine } from '../data-folder/recordChain.ts';
import type { Row, Side } from './side.ts';
import { quoted, type Table, tablesNow } from './tables.ts';

/** The copy is not what was copied. */
class CopyDiffers extends Error {}

/** How much was copied. */
export interface Copied {
  readonly matches: number;
  readonly people: number;
  readonly entries: number;
  readonly rows: number;
}

/** Copies everything, then reads both again, row by row. Throws at the first difference. */
export async function copyTables(source: Side, target: Side): Promise<Copied> {
  for (const table of tablesNow()) await copyTable(table, source, target);
  return compareTables(source, target);
}

/** Throws at the first line of a record that does not follow from the line before: an exact copy of it would be as damaged. */
export function checkRecords(side: Side): Promise<void> {
  return checkChains(linesOf(side));
}

async function* linesOf(side: Side): AsyncGenerator<KeptLine> {
  for await (const row of singly(side.read(ALL_LINES))) {
    const [match, seq, hash, line, status] = row as [string, number, string, string, string | null];
    yield { match, seq, hash, line, status };
  }
}

async function copyTable(table: Table, source: Side, target: Side): Promise<void> {
  try {
    for await (const rows of source.rows(table)) await target.add(table, rows);
    await target.goOnAfter(table, await source.lastNumber(table));
  } catch (cause) {
    throw new Error(`the table ${table.name} cannot be copied: ${(cause as Error).message}`, { cause });
  }
}

export async function compareTables(source: Side, target: Side): Promise<Copied> {
  const counts = new Map<string, number>();
  for (const table of tablesNow()) {
    await compareSizes(table, source, target);
    counts.set(table.name, await compareRows(table, source, target));
  }
  const count = (name: string) => counts.get(name) ?? 0;
  const rows = [...counts.values()].reduce((total, n) => total + n, 0);
  return { matches: count('matches'), people: count('people'), entries: count('entries'), rows };
}

/** The databases count bytes themselves, which reveals text that could not be read as it is. */
async function compareSizes(table: Table, source: Side, target: Side): Promise<void> {
  const sizes = table.columns
    .filter(({ type }) => type === 'TEXT')
    .map(({ name }) => `, CAST(coalesce(sum(octet_length(${quoted(name)})), 0) AS BIGINT)`);
  const sql = `SELECT count(*)${sizes.join('')} FROM ${quoted(table.name)}`;
  const [one, other] = [await source.ask(sql), await target.ask(sql)];
  if (isSame(one, other)) return;
  const words = (sizes: Row = []) => `${sizes[0]} rows, with ${sizes.slice(1).join(', ') || 'no'} bytes of text`;
  throw new CopyDiffers(
    `The table ${table.name} differs: ${words(one)} in ${source.name}, ${words(other)} in ${target.name}.`,
  );
}

/** Returns how many rows there are. */
async function compareRows(table: Table, source: Side, target: Side): Promise<number> {
  const others = singly(target.rows(table));
  let count = 0;
  for await (const row of singly(source.rows(table))) {
    const { value: other } = await others.next();
    if (!isSame(row, other)) throw differs(table, row, { source, target });
    count++;
  }
  const { value: more } = await others.next();
  if (more !== undefined) throw differs(table, more, { source, target });
  return count;
}

async function* singly(slices: AsyncIterable<readonly Row[]>): AsyncGenerator<Row, undefined> {
  for await (const slice of slices) yield* slice;
  return undefined;
}

function isSame(one: Row | undefined, other: Row | undefined): boolean {
  return one?.length === other?.length && (one ?? []).every((value, n) => value === other?.[n]);
}

interface Both {
  readonly source: Side;
  readonly target: Side;
}

function differs({ name, key, columns }: Table, row: Row, { source, target }: Both): CopyDiffers {
  const values = key.map((one) => `${one} ${row[columns.findIndex((column) => column.name === one)]}`);
  return new CopyDiffers(
    `The table ${name} differs at ${values.join(', ')} between ${source.name} and ${target.name}.`,
  );
}
