/** What moves on a table when its picture changes. The drawing finds every place and every piece by its name. */

/** `day:5`, `seat:1`, `god:war`, `pool`, `card:P-A01`. */
export type PieceName = string;

/** What is drawn for the way, because the picture has no piece of it. */
export type Made = 'skulls' | 'card' | 'pile' | 'prize';

interface Staged {
  /** Motions of a stage run together; the next stage follows. */
  readonly stage: number;
}

export type Motion =
  /** A piece of the new picture comes along these places. It is not seen in its own place before it is there. */
  | (Staged & { readonly kind: 'comes'; readonly piece: PieceName; readonly along: readonly PieceName[] })
  /** This many counters or cards go from one place to another. */
  | (Staged & {
      readonly kind: 'goes';
      readonly made: Made;
      readonly n: number;
      readonly from: PieceName;
      readonly to: PieceName;
    })
  /** A die or a coin falls. */
  | (Staged & { readonly kind: 'falls'; readonly piece: PieceName })
  /** A card appears where no place shows where it came from. */
  | (Staged & { readonly kind: 'appears'; readonly piece: PieceName });

/** How many of something lie at each place. */
export type Amounts = Readonly<Record<PieceName, number>>;

export interface Flow {
  readonly from: PieceName;
  readonly to: PieceName;
  readonly n: number;
}

/**
 * Where things went, so that the amounts of before become those of after. Two pictures do not tell which thing went where;
 * places are paired in their order. What has no counterpart comes from `elsewhere`, or goes there.
 */
export function flows(before: Amounts, after: Amounts, elsewhere?: PieceName): readonly Flow[] {
  const places = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = places.map((place) => ({ place, n: (after[place] ?? 0) - (before[place] ?? 0) }));
  const losses = changes.filter(({ n }) => n < 0).map(({ place, n }) => ({ place, n: -n }));
  const gains = changes.filter(({ n }) => n > 0);
  const found: Flow[] = [];
  let [loss, gain] = [losses.shift(), gains.shift()];
  while (loss !== undefined && gain !== undefined) {
    const n = Math.min(loss.n, gain.n);
    found.push({ from: loss.place, to: gain.place, n });
    loss = loss.n > n ? { ...loss, n: loss.n - n } : losses.shift();
    gain = gain.n > n ? { ...gain, n: gain.n - n } : gains.shift();
  }
  if (elsewhere === undefined) return found;
  const left = [loss, ...losses].flatMap((one) => (one ? [{ from: one.place, to: elsewhere, n: one.n }] : []));
  const come = [gain, ...gains].flatMap((one) => (one ? [{ from: elsewhere, to: one.place, n: one.n }] : []));
  return [...found, ...left, ...come];
}
