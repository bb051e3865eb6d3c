/**
 * While many come back at once, a crowd keeps the frames that it gets, and reads them afterwards, in their order. Each of its
 * players stands for a device with a processor of its own; k6 has one for all, and would read the tables of some while the
 * others wait for a seat.
 */

let kept: (() => void)[] | undefined;

/** From now on frames are kept, until the returned function is called, which reads them. */
export function keeping(): () => void {
  kept = [];
  return () => {
    const all = kept ?? [];
    kept = undefined;
    for (const read of all) read();
  };
}

/** Whether the frame is kept, and so need not be read now. */
export function keep(read: () => void): boolean {
  kept?.push(read);
  return kept !== undefined;
}
