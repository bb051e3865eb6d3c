import type { LinkAnswer } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { answerOperator } from './operators.ts';
import type { Outgoing } from './outbox.ts';

async function ask(verb: string, body: unknown, answer?: LinkAnswer) {
  const put: Outgoing[] = [];
  const asked: unknown[] = [];
  const link = {
    ask: async (_: string, request: unknown) => {
      asked.push(request);
      return answer;
    },
  };
  await answerOperator({ link, outbox: { put: (message) => void put.push(message) } }, verb, body);
  expect(put).toHaveLength(1);
  const [{ topic, payload, isRetained }] = put as [Outgoing];
  return { topic, response: JSON.parse(payload), isRetained, asked };
}

const T = 'templo-7f3a';
const fine: LinkAnswer = { kind: 'response', response: { status: 'ok', data: { temples: [] } } };

test('the answer of the server goes back with the same transaction, and is not retained', async () => {
  const { topic, response, isRetained, asked } = await ask('temples/list', { transaction: 'x', extra: 1 }, fine);
  expect(topic).toBe('templo/v1/bridge/response/temples/list');
  expect(response).toEqual({ status: 'ok', data: { temples: [] }, transaction: 'x' });
  expect(isRetained).toBe(false);
  expect(asked).toEqual([{ verb: 'temples/list', data: { transaction: 'x' } }]);
});

test.each([
  ['open_doors', { transaction: 'x' }, /no such request.*permit_pair, temples\/list, temple\/forget/],
  ['permit_pair', { temple: 'templo-7f3a', time: 121, transaction: 'x' }, /time/],
  ['temple/forget', { temple: 'kitchen', transaction: 'x' }, /temple: templo- and 4 to 12 hex digits/],
  ['temple/forget', { transaction: 'x' }, /temple/],
] as const)('%s of %j is an error that says why, and the server is not asked', async (verb, body, sentence) => {
  const { response, asked } = await ask(verb, body, fine);
  expect(response).toEqual({ status: 'error', error: expect.stringMatching(sentence), transaction: 'x' });
  expect(asked).toEqual([]);
});

test.each([[undefined], ['text'], [null], [[]], [{ transaction: 7 }], [{ transaction: 'y'.repeat(65) }]])(
  'what is not a request (%j) gets an error without a transaction',
  async (body) => {
    const { response } = await ask('temples/list', body, fine);
    expect(response).toEqual({ status: 'error', error: expect.any(String) });
  },
);

test('a refusal of the server and its silence are errors with a sentence', async () => {
  const refused = await ask('temple/forget', { temple: T }, { kind: 'rejected', code: 'not-found', message: 'None.' });
  expect(refused.response).toEqual({ status: 'error', error: 'None.' });
  for (const answer of [undefined, { kind: 'retry' } as const]) {
    expect((await ask('temples/list', {}, answer)).response.error).toMatch(/^The game server does not answer/);
  }
});

test('an answer that does not fit into a message says so', async () => {
  const long: LinkAnswer = { kind: 'response', response: { status: 'ok', data: { all: 'z'.repeat(1000) } } };
  const { response } = await ask('temples/list', { transaction: 'x' }, long);
  expect(response).toEqual({
    status: 'error',
    error: expect.stringMatching(/larger than 1024 bytes/),
    transaction: 'x',
  });
});
