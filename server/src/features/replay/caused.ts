import type { AnyGame } from '@flower-war/rules';

export interface Told {
  /** `undefined` before the start. */
  readonly state: unknown;
  readonly events: readonly unknown[];
}

/**
 * The events that this entry caused. The events after a hidden window begin with those that the window held back;
 * earlier entries caused these, so they are left out.
 */
export function causedBy(engine: AnyGame, was: unknown, { state, events }: Told): readonly unknown[] {
  const heldBack = (one: unknown) => (one === undefined ? [] : (engine.windows?.heldBack(one) ?? []));
  const [before, after] = [heldBack(was), heldBack(state)];
  return (after.length > 0 ? after : events).slice(before.length);
}
