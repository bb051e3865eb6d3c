/** The entry of a table by a name that a server sent: it may be any text, also one that every object has. */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
