/** Which requests came from another process. Only the listener for processes can say so: no header does. */
import type { IncomingMessage } from 'node:http';

export interface Forwarded {
  /** The address of the caller, as the first process knows it. */
  readonly caller: string;
}

const forwarded = new WeakMap<IncomingMessage, Forwarded>();

export function noteForwarded(request: IncomingMessage, told: Forwarded): void {
  forwarded.set(request, told);
}

export function forwardedIn(request: IncomingMessage): Forwarded | undefined {
  return forwarded.get(request);
}
