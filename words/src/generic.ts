/** For events without words of their own: `RED: offered (god war, amount 2)`. */
import type { GameEvent } from '@flower-war/protocol';

export function genericEvent(event: Pick<GameEvent, 'kind'>, name: (seat: number) => string): string {
  const { kind, seat, ...rest } = event as Readonly<Record<string, unknown>> & { readonly kind: string };
  const who = typeof seat === 'number' ? `${name(seat)}: ` : '';
  const details = Object.entries(rest).map(([field, value]) => `${field} ${text(value)}`);
  return `${who}${kind.replaceAll('-', ' ')}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

/** Writes lists and objects in words, because people cannot read braces. */
function text(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(text).join(' and ');
  if (typeof value !== 'object' || value === null) return String(value ?? 'none');
  return Object.entries(value)
    .map(([field, part]) => `${field} ${text(part)}`)
    .join(' ');
}
