/** Anybody else at the broker: a device, an operator, Home Assistant, or somebody with bad manners. */
import { connectAsync, type MqttClient } from 'mqtt';

export interface Seen {
  readonly topic: string;
  readonly text: string;
  readonly isRetained: boolean;
}

export class Party {
  readonly seen: Seen[] = [];
  private readonly client: MqttClient;

  private constructor(client: MqttClient) {
    this.client = client;
    client.on('message', (topic, payload, { retain }) => {
      this.seen.push({ topic, text: payload.toString(), isRetained: retain });
    });
  }

  static async join(url: string, ...filters: string[]): Promise<Party> {
    const party = new Party(await connectAsync(url, { protocolVersion: 4, reconnectPeriod: 100 }));
    if (filters.length > 0) await party.client.subscribeAsync(filters, { qos: 1 });
    return party;
  }

  async say(topic: string, payload: unknown, { retain = false } = {}): Promise<void> {
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    await this.client.publishAsync(topic, text, { qos: 1, retain });
  }

  async leave(): Promise<void> {
    await this.client.endAsync(true);
  }

  texts(topic: string): string[] {
    return this.seen.filter((one) => one.topic === topic).map(({ text }) => text);
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look at what they expect
  newest(topic: string): any {
    const text = this.texts(topic).at(-1);
    return text === undefined || text === '' ? undefined : JSON.parse(text);
  }
}

/** What lies at the broker now, for somebody who has just come. */
export async function retainedAt(url: string, filter: string): Promise<Map<string, string>> {
  const marker = `test/marker/${Math.random()}`;
  const party = await Party.join(url, marker, filter);
  await party.say(marker, 'all retained messages came before this one');
  while (party.texts(marker).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await party.leave();
  return new Map(party.seen.filter(({ topic }) => topic !== marker).map(({ topic, text }) => [topic, text]));
}
