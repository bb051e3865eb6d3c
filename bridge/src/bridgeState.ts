/** Publishes that this bridge is online, as long as the server answers. */
import { type BridgeStatus as BridgeStateMessage, TEMPLE_VERSION, topicOf } from '@flower-war/protocol/temple';
import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Outgoing, TopicOutbox } from './mqtt/outbox.ts';

export interface BridgeIdentity {
  readonly instance: string;
  readonly version: string;
}

export interface BridgeStateOptions {
  readonly bridge: BridgeIdentity;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbox: Pick<TopicOutbox, 'put'>;
}

/** Longer than a server needs for a restart. */
const SERVER_AWAY_MS = 10_000;

export function stateMessage({ instance, version }: BridgeIdentity, state: BridgeStateMessage['state']): Outgoing {
  const payload: BridgeStateMessage = { state, proto: [TEMPLE_VERSION], version, instance };
  return { topic: topicOf('bridge', ''), payload: JSON.stringify(payload), isRetained: true };
}

export class BridgeState {
  private readonly options: BridgeStateOptions;
  private state: BridgeStateMessage['state'] = 'online';
  private callOff: () => void;

  constructor(options: BridgeStateOptions) {
    this.options = options;
    this.callOff = this.waitForServer();
    this.publish();
  }

  serverIs(isThere: boolean): void {
    this.callOff();
    this.callOff = isThere ? () => {} : this.waitForServer();
    if (isThere && this.state === 'offline') this.change('online', 'the server answers');
  }

  /** All bridges share the topic. When the last will of another bridge says offline, this bridge says online again. */
  stateSeen({ state }: BridgeStateMessage): void {
    if (state === 'offline' && this.state === 'online') this.publish();
  }

  stop(): void {
    this.callOff();
    this.change('offline', 'stopping');
  }

  private waitForServer(): () => void {
    return this.options.clock.after(SERVER_AWAY_MS, () =>
      this.change('offline', 'the server does not answer; the bridge tries again by itself'),
    );
  }

  private change(state: BridgeStateMessage['state'], why: string): void {
    this.state = state;
    this.options.log.info({ why }, `the bridge is ${state}`);
    this.publish();
  }

  private publish(): void {
    this.options.outbox.put(stateMessage(this.options.bridge, this.state));
  }
}
