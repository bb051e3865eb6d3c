/** Gathers what changes within a short time, and tells it together. */
const GATHER_MS = 100;

export class Gathered {
  private readonly tell: (changed: readonly string[]) => void;
  private readonly changed = new Set<string>();

  constructor(tell: (changed: readonly string[]) => void) {
    this.tell = tell;
  }

  add(id: string): void {
    if (this.changed.size === 0) setTimeout(() => this.flush(), GATHER_MS).unref();
    this.changed.add(id);
  }

  private flush(): void {
    const changed = [...this.changed];
    this.changed.clear();
    this.tell(changed);
  }
}

/** The same items, in parts of at most so many. */
export function* inParts<T>(items: readonly T[], most: number): Generator<readonly T[]> {
  for (let n = 0; n < items.length; n += most) yield items.slice(n, n + most);
}
