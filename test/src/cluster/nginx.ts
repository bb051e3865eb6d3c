/** nginx in front of several servers, with the files that hosts copy. */

import { missingFor, NGINX_MANY, startProxy, type TestProxy } from '@flower-war/hosting/testing';
import { freePort } from '@flower-war/protocol/hosting';

/** The names of the servers in those files. */
export const NAMES = ['a', 'b', 'c'] as const;

export const noNginx = missingFor(NGINX_MANY);

export class Nginx {
  private readonly running: TestProxy;

  private constructor(running: TestProxy) {
    this.running = running;
  }

  /** In front of these ports. The files name all servers; at the places of those that are missing nothing answers. */
  static async start(ports: readonly number[]): Promise<Nginx> {
    const missing = await Promise.all(NAMES.slice(ports.length).map(() => freePort()));
    return new Nginx(await startProxy(NGINX_MANY, [...ports, ...missing]));
  }

  get url(): string {
    return this.running.https;
  }

  /** What programs that come through the proxy must trust. */
  get certificate(): string {
    return this.running.certificate;
  }

  /** All connections end with it. */
  async stop(): Promise<void> {
    await this.running.program.stop();
  }

  up(): Promise<void> {
    return this.running.program.start();
  }
}
