type View = Readonly<Record<string, unknown>>;

interface Views {
  readonly own: unknown;
  readonly spectator: unknown;
}

/** The fields of a view in which a seat sees more than a spectator. */
export function richerFields({ own, spectator }: Views, isEqual: (a: unknown, b: unknown) => boolean): View {
  const fields = Object.entries(own as View);
  return Object.fromEntries(fields.filter(([field, value]) => !isEqual(value, (spectator as View)[field])));
}
