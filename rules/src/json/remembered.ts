/** What is made of an immutable thing is made once: it cannot change, as the thing does not. */

/**
 * For a part of a state: later states share the part as long as it stays the same, so that what was made of it stays the same
 * object, too. Comparison, packing and drawing stop there.
 */
export function remembered<T extends object, V>(make: (part: T) => V): (part: T) => V {
  const all = new WeakMap<T, { readonly made: V }>();
  return (part) => {
    let known = all.get(part);
    if (known === undefined) {
      known = { made: make(part) };
      all.set(part, known);
    }
    return known.made;
  };
}

/** For a whole state, which no viewer asks for again once the next one is there: keeps what was made of the last one. */
export function rememberedLast<T extends object, V>(make: (state: T) => V): (state: T) => V {
  let last: { readonly state: T; readonly made: V } | undefined;
  return (state) => {
    if (last?.state !== state) last = { state, made: make(state) };
    return last.made;
  };
}
