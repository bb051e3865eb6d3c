/** Watches the broker as an operator: every published ledger must balance, and none may be older than one before. */
import { type Ack, ack, filterOf, SLOTS } from '@flower-war/protocol/temple';
import { connect, type MqttClient } from 'mqtt';

export class Monitor {
  readonly newest = new Map<string, Ack>();
  /** The ledger that the broker holds now, newest or not. */
  readonly standing = new Map<string, Ack>();
  readonly problems: string[] = [];
  ledgers = 0;
  fell = 0;
  private readonly client: MqttClient;

  constructor(port: number, login: { readonly username: string; readonly password: string }) {
    this.client = connect({
      protocol: 'mqtt',
      host: '127.0.0.1',
      port,
      ...login,
      clientId: `operator-${process.pid}-${port}`,
      protocolVersion: 4,
      clean: true,
      reconnectPeriod: 100,
      reconnectOnConnackError: true,
      resubscribe: false,
    });
    this.client.on('error', () => {});
    this.client.on('connect', () => this.client.subscribe(filterOf('ack'), { qos: 1 }, () => {}));
    this.client.on('message', (topic, payload) => this.hear(topic.split('/')[2] ?? '', payload.toString()));
  }

  async stop(): Promise<void> {
    await this.client.endAsync(true);
  }

  private hear(temple: string, text: string): void {
    if (text === '') return;
    const parsed = ack.safeParse(JSON.parse(text));
    if (!parsed.success) return void this.problems.push(`no ledger: ${text}`);
    const is = parsed.data;
    this.ledgers++;
    this.problems.push(...unbalanced(temple, is));
    this.standing.set(temple, is);
    const was = this.newest.get(temple);
    if (is.rev < (was?.rev ?? 0)) this.fell++;
    else this.newest.set(temple, is);
  }
}

export function unbalanced(temple: string, { rev, sensed, applied, held, refused }: Ack): readonly string[] {
  return SLOTS.filter((slot) => applied[slot] + held[slot] + refused[slot] !== sensed[slot]).map(
    (slot) => `${temple}: ledger ${rev} does not balance for ${slot}`,
  );
}
