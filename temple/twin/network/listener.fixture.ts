import type { TestBroker } from '@flower-war/bridge/testing';
import { filterOf, type TopicName, topicOf } from '@flower-war/protocol/temple';
import { connectAsync, type MqttClient } from 'mqtt';

export interface SeenMessage {
  readonly topic: string;
  readonly text: string;
  readonly isRetained: boolean;
}

/** For tests: reads all messages of temples, and publishes as the bridge does. */
export class Listener {
  readonly seen: SeenMessage[] = [];
  private readonly client: MqttClient;
  private readonly waiting = new Set<() => void>();

  private constructor(client: MqttClient) {
    this.client = client;
    client.on('message', (topic, payload, { retain }) => {
      this.seen.push({ topic, text: payload.toString(), isRetained: retain });
      for (const look of [...this.waiting]) look();
    });
  }

  static async at({ url }: Pick<TestBroker, 'url'>): Promise<Listener> {
    const client = await connectAsync(url, { protocolVersion: 4, clean: true });
    const listener = new Listener(client);
    await client.subscribeAsync(
      ['odometer', 'availability', 'info', 'result'].map((name) => filterOf(name as TopicName)),
      { qos: 1 },
    );
    return listener;
  }

  texts(name: TopicName, id: string): readonly string[] {
    return this.seen.filter(({ topic }) => topic === topicOf(name, id)).map(({ text }) => text);
  }

  last<T>(name: TopicName, id: string): T | undefined {
    const text = this.texts(name, id).at(-1);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  async say(name: TopicName, id: string, content: unknown, retain = true): Promise<void> {
    await this.client.publishAsync(topicOf(name, id), JSON.stringify(content), { qos: 1, retain });
  }

  until(what: string, holds: () => boolean, ms = 10_000): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.waiting.delete(look);
        reject(new Error(`${what} has not come in ${ms} ms.`));
      }, ms);
      const look = () => {
        if (!holds()) return;
        clearTimeout(late);
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
    });
  }

  async stop(): Promise<void> {
    await this.client.endAsync(true);
  }
}
