import type { AnyGame } from '@flower-war/rules';

export interface Told {
  /** `undefined` before the start. */
  readonly state: unknown;
  readonly events: readonly unknown[];
}

/** What an entry caused. The events that are told after a hidden window begin with those that it kept back. */
export function causedBy(engine: AnyGame, was: unknown, { state, events }: Told): readonly unknown[] {
  const heldBack = (one: unknown) => (one === undefined ? [] : (engine.windows?.heldBack(one) ?? []));
  const [before, after] = [heldBack(was), heldBack(state)];
  return (after.length > 0 ? after : events).slice(before.length);
}
