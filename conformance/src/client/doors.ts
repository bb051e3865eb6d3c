/** The two doors by which a client may play, and what is graded at each. */
import type { Gateway } from '../gateway/gateway.ts';
import { PLAIN_SCENARIOS } from './scenarios/plainScenarios.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { SOCKET_SCENARIOS } from './scenarios/socketScenarios.ts';

export const DOOR_NAMES = ['socket', 'plain'] as const;
export type DoorName = (typeof DOOR_NAMES)[number];

export interface Door {
  /** The door, in words. */
  readonly told: string;
  readonly scenarios: readonly Scenario[];
  /** Where the client must go each time, as a line of the report. */
  readonly place: string;
  /** Where the client went instead, if it did. */
  readonly misplaced: (gateway: Gateway) => string | undefined;
  /** What is graded at the other door only, and why not here. */
  readonly ungraded: readonly string[];
}

export const DOORS: Readonly<Record<DoorName, Door>> = {
  socket: {
    told: 'the socket',
    scenarios: SOCKET_SCENARIOS,
    place: 'opens the address that the newest answer names',
    misplaced: ({ strays }) => strays[0],
    ungraded: [],
  },
  plain: {
    told: 'the plain door: a stream of lines, and a request for each move',
    scenarios: PLAIN_SCENARIOS,
    place: 'goes on only after a step that it was shown',
    misplaced: ({ leaps }) => leaps[0],
    ungraded: ['the address that the newest answer names, because a stream has the address of the server'],
  },
};

/** The door that a client has opened; `why` tells why it may have opened none. */
export function doorOf({ links, streams, strays }: Gateway, why: string): DoorName {
  const [socket, plain] = [links.length + strays.length > 0, streams.length > 0];
  if (socket && plain) throw new Error('The client opens a socket and a stream. Name the one to grade: --door socket.');
  if (!socket && !plain) throw new Error(`The client opens neither a socket nor a stream: ${why}`);
  return socket ? 'socket' : 'plain';
}
