/** One process behind the front door. */
import type { Told } from './news.ts';

interface Open {
  destroy(): void;
}

/** A process that comes back has another port, and is another one here. */
export class Upstream {
  readonly name: string;
  readonly port: number;
  isLeaving = false;
  /** What its last health check said. The launcher tells of a process when it is ready. */
  isReady = true;
  /** The requests and sockets under way. */
  readonly open = new Set<Open>();

  constructor({ name, port }: Told) {
    this.name = name;
    this.port = port;
  }

  /** A process that is silent for so long has lost its matches to the others, and its clients must look for them. */
  cut(): void {
    for (const one of this.open) one.destroy();
  }
}
