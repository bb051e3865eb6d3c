/** Where a device hears each kind of message. */
import { filterOf, type TopicName, topicOf } from '@flower-war/protocol/temple';
import { RECEIVED_TOPICS, type ReceivedTopic } from '../device/device.ts';

/** The name of each topic that the device subscribes to. */
export const receivedTopics = (id: string): ReadonlyMap<string, ReceivedTopic> =>
  new Map(RECEIVED_TOPICS.map((name) => [topicFor(name, id), name] as const));

function topicFor(name: ReceivedTopic, id: string): string {
  const topic: TopicName = name;
  return topic === 'bridge' ? filterOf('bridge') : topicOf(topic, id);
}
