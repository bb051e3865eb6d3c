import { BadConfig } from '@flower-war/protocol/hosting';
import { expect, test } from 'vitest';
import { describeConfig, readConfig } from './config.ts';

const token = 'a'.repeat(16);

test('a token is all that is needed', () => {
  expect(readConfig({ BRIDGE_TOKEN: token, MQTT_PASSWORD: '' })).toEqual({
    SERVER_URL: 'http://127.0.0.1:2567',
    BRIDGE_TOKEN: token,
    MQTT_URL: 'mqtt://127.0.0.1:1883',
    MQTT_USER: 'bridge',
    HOME_ASSISTANT: 'on',
    LOG_LEVEL: 'info',
  });
});

test.each([
  [{}, /BRIDGE_TOKEN=: is needed/],
  [{ BRIDGE_TOKEN: 'secret' }, /BRIDGE_TOKEN=\(hidden\): must be 16/],
  [{ BRIDGE_TOKEN: token, SERVER_URL: 'mqtt://here' }, /SERVER_URL=mqtt:\/\/here: must be like/],
  [{ BRIDGE_TOKEN: token, MQTT_URL: 'http://me:secret@here' }, /MQTT_URL=\(hidden\): must be like mqtt:/],
  [{ BRIDGE_TOKEN: token, BRIDGE_NAME: 'a/b' }, /BRIDGE_NAME=a\/b: must be/],
  [{ BRIDGE_TOKEN: token, HOME_ASSISTANT: 'yes' }, /HOME_ASSISTANT=yes/],
])('%j is refused by name, and shows no secret', (environment, message) => {
  const read = () => readConfig(environment);
  expect(read).toThrow(BadConfig);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/secret/);
});

test('every setting is described with its default', () => {
  expect(describeConfig()).toMatch(/SERVER_URL +where the game server is \(http:\/\/127\.0\.0\.1:2567\)/);
  expect(describeConfig().split('\n')).toHaveLength(10);
});
