/** Asks one process again and again whether it is ready. */
import { request } from 'node:http';
import type { Upstream } from './upstream.ts';

const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 1500;
/** With the time between them this is more than the three seconds after which the store takes a process for dead. */
const MOST_SILENCES = 2;

export class HealthCheck {
  private readonly upstream: Upstream;
  private timer: NodeJS.Timeout;
  private silences = 0;
  private isStopped = false;

  constructor(upstream: Upstream) {
    this.upstream = upstream;
    this.timer = setTimeout(() => this.ask(), ASK_EVERY_MS);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private ask(): void {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { port } = this.upstream;
    const asked = request({ host: '127.0.0.1', port, path: '/health/ready', agent: false, signal });
    asked.on('response', (response) => {
      response.on('error', () => {}).resume();
      this.hear(response.statusCode === 200, false);
    });
    asked.on('error', () => this.hear(false, signal.aborted));
    asked.end();
  }

  private hear(isReady: boolean, isSilent: boolean): void {
    this.upstream.isReady = isReady;
    this.silences = isSilent ? this.silences + 1 : 0;
    if (this.silences >= MOST_SILENCES) this.upstream.cut();
    clearTimeout(this.timer);
    if (!this.isStopped) this.timer = setTimeout(() => this.ask(), ASK_EVERY_MS);
  }
}
