interface Props {
  readonly side: number;
  readonly name: string;
  /** What the animations call it. */
  readonly at?: string;
}

/** A token, by its colour, its form and its letter. */
export function Token({ side, name, at }: Props) {
  return <i className={`token side${side}`} data-letter={name.slice(0, 1)} data-at={at} aria-hidden="true" />;
}
