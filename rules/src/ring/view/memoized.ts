/**
 * Keeps the result for the last table, so that several viewers who ask one after another share it. A table never
 * changes, so its result does not change either.
 */
export function memoized<T extends object, V>(make: (table: T) => V): (table: T) => V {
  let last: { readonly table: T; readonly made: V } | undefined;
  return (table) => {
    if (last?.table !== table) last = { table, made: make(table) };
    return last.made;
  };
}
