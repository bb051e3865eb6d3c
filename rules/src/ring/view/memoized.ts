/**
 * Makes something of a finished table once, however many viewers ask one after the other: it keeps the last one. Whatever
 * is asked of a table never changes.
 */
export function memoized<T extends object, V>(make: (table: T) => V): (table: T) => V {
  let last: { readonly table: T; readonly made: V } | undefined;
  return (table) => {
    if (last?.table !== table) last = { table, made: make(table) };
    return last.made;
  };
}
