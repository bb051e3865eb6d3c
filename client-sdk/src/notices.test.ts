import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyNotice } from './notices.ts';

const SECRET = '5f'.repeat(32);
const BODY = '{"id":"one","kind":"test","at":1700000000000}';
const AT = 1_700_000_000_000;
const SIGNATURE = 'a7c9750f1faa87832a7a02438a23f73ce424693c3e49e61a85ccabce6bf07315';
const HEADER = `t=1700000000,v1=${SIGNATURE}`;

/** Made with `openssl dgst -sha256 -hmac`. */
test.each([
  [BODY, HEADER, SECRET, AT],
  ['{}', 't=1700000000,v1=3518017ab6c508b3eb28c27570013b8a224678ef58a0850847518fba68b7b3ab', SECRET, AT],
  ['{"id":"Xōchitl"}', 't=1,v1=c4bb23be784524842a0fc91f63fe81ff1191adc841b13580b9baf59403c54ad6', 'secret', 1000],
])('%s is believed', async (body, header, secret, now) => {
  expect(await verifyNotice(body, header, secret, now)).toEqual(JSON.parse(body));
});

describe('is not believed:', () => {
  test.each([
    ['a body that was changed', BODY.replace('one', 'two'), HEADER],
    ['a body with a space more', `${BODY} `, HEADER],
    ['another time', BODY, HEADER.replace('1700000000', '1700000001')],
    ['a signature that was changed at its end', BODY, `${HEADER.slice(0, -1)}6`],
    ['a signature that was cut', BODY, HEADER.slice(0, -2)],
    ['one that is longer', BODY, `${HEADER}00`],
    ['capital letters', BODY, HEADER.toUpperCase()],
    ['no signature', BODY, 't=1700000000'],
    ['no time', BODY, `v1=${SIGNATURE}`],
    ['nothing', BODY, ''],
    ['no header', BODY, undefined],
    ['no header, as fetch has it', BODY, null],
  ])('%s', async (_, body, header) => {
    expect(await verifyNotice(body, header, SECRET, AT)).toBeUndefined();
  });

  test('another secret', async () => {
    expect(await verifyNotice(BODY, HEADER, SECRET.replace('5f', '5e'), AT)).toBeUndefined();
  });

  test.each([
    [300_000, true],
    [-300_000, true],
    [300_001, false],
    [-300_001, false],
  ])('five minutes: %i ms later', async (later, isBelieved) => {
    expect((await verifyNotice(BODY, HEADER, SECRET, AT + later)) !== undefined).toBe(isBelieved);
  });
});

test('without a time it is now that counts, and what a later version adds is no harm', async () => {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`${seconds}.${BODY}`).digest('hex');
  expect(await verifyNotice(BODY, `t=${seconds},v1=${signature},v2=more`, SECRET)).toMatchObject({ id: 'one' });
  expect(await verifyNotice(BODY, HEADER, SECRET)).toBeUndefined();
});
