/** The identity of this process among those that share the data. */
import { randomUUID } from 'node:crypto';

export interface ThisProcess {
  /** Of this boot alone: a process that starts anew is another one. */
  readonly id: string;
  /** For people, and the first part of the path of its sockets. */
  readonly name: string;
  /** Where other processes reach it. Empty until it listens for them. */
  address: string;
}

export function newProcess(name = ''): ThisProcess {
  const id = randomUUID();
  return { id, name: name || `server-${id.slice(0, 8)}`, address: '' };
}
