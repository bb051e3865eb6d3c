/** A bridge between a real broker and a fake server. All of it ends with the test. */
import { type DestinationStream, pino } from 'pino';
import { vi } from 'vitest';
import { type Clock, type RunningBridge, startBridge } from '../src/index.ts';
import { type FakeLink, FakeServer } from './fakeServer.ts';
import { TestClient } from './testClient.ts';

export const T = 'templo-7f3a';
export const odometer = (war: number, rain = 0, epoch = 7) => ({ v: 1, epoch, war, rain });
export const topic = (rest: string) => `templo/v1/${rest}`;

/** On a busy machine a process can take 13 s to start. */
const AWAITED_MS = 45_000;
export const until = <T>(check: () => T) => vi.waitFor(check, { timeout: AWAITED_MS, interval: 10 });

const stops: (() => unknown)[] = [];
/** Ends everything that the test has started. To be called after each test. */
export async function endAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

export function atTheEnd(stop: () => unknown): void {
  stops.push(stop);
}

export async function joinBroker(url: string, ...filters: string[]): Promise<TestClient> {
  const party = await TestClient.join(url, filters);
  atTheEnd(() => party.leave());
  return party;
}

export interface Bridged {
  readonly bridge: RunningBridge;
  readonly link: FakeLink;
  readonly logged: string[];
}

export interface BridgedOptions {
  readonly url: string;
  readonly server?: FakeServer;
  readonly instance?: string;
  readonly clock?: Clock;
  readonly login?: { readonly username: string; readonly password: string };
}

export function bridged({ url, server = new FakeServer(), instance = 'one', login, ...rest }: BridgedOptions): Bridged {
  const link = server.link();
  const logged: string[] = [];
  const destination: DestinationStream = { write: (line) => void logged.push(line) };
  const bridge = startBridge({
    instance,
    version: '1.2.3',
    homeAssistant: true,
    broker: { url, user: login?.username ?? 'bridge', ...(login && { password: login.password }) },
    link,
    log: pino({ level: 'debug' }, destination),
    random: () => 0.01,
    ...rest,
  });
  atTheEnd(() => bridge.stop());
  return { bridge, link, logged };
}
