/** The event as a viewer may see it, without cards that this viewer must not know. */
import type { Viewer } from '../../contract/seat.ts';
import type { Event } from '../model/event.ts';

export function viewEvent(event: Event, viewer: Viewer): Event {
  if (event.kind === 'card-drawn') {
    const { card: _, ...rest } = event;
    return event.isOpen || viewer === 'all' || viewer === event.seat ? event : rest;
  }
  if (event.kind === 'card-given') {
    const { card: _, ...rest } = event;
    const isTold = event.isOpen === true || viewer === 'all' || viewer === event.from || viewer === event.to;
    return isTold ? event : rest;
  }
  return event;
}
