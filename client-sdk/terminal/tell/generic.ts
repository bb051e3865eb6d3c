/** For events without words of their own: `offered: god war, amount 2`. */
import type { GameEvent } from '../../src/index.ts';

export function tellGeneric(event: GameEvent, name: (seat: number) => string): string {
  const { kind, seat, ...rest } = event as GameEvent & { seat?: unknown };
  const who = typeof seat === 'number' ? `${name(seat)}: ` : '';
  const details = Object.entries(rest).map(([field, value]) => `${field} ${text(value)}`);
  return `${who}${kind.replaceAll('-', ' ')}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
