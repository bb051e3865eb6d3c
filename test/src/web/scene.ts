/** A page with something to see on it. */
export interface Scene {
  readonly name: string;
  /** With what follows `?` and `#`. */
  readonly path: string;
  /** Finds something once the page is complete. */
  readonly ready: string;
}
