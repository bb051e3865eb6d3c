/** Whether the server takes players; if not, why. */
import type { ReadyState } from '@flower-war/protocol';

export class Readiness {
  /** `draining`: a deploy is near; what runs goes on, and nothing new is begun. */
  phase: 'starting' | 'open' | 'draining' | 'stopping' = 'starting';
  /** The last write failed; one that succeeds takes it back. */
  isDiskFailing = false;
  /** Less is free than the host wants to keep. */
  isDiskFull = false;
  /** Where the data is kept; unknown where nothing is. */
  freeBytes: number | undefined;

  get state(): ReadyState {
    if (this.phase !== 'open') return this.phase;
    if (this.isDiskFull) return 'disk-full';
    return this.isDiskFailing ? 'disk-failing' : 'ready';
  }

  /** Whether nothing is written any more: what was begun is finished, the rest is to be tried again. */
  get isClosedForWriting(): boolean {
    return this.isDiskFull || this.phase === 'stopping';
  }

  /** No effect on a server that starts or stops. */
  drain(): void {
    if (this.phase === 'open') this.phase = 'draining';
  }

  undrain(): void {
    if (this.phase === 'draining') this.phase = 'open';
  }
}
