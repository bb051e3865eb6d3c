import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { AsnParser, ECDSASigValue } from './programSignature.ts';

const read = (bytes: Uint8Array) => AsnParser.parse(bytes, ECDSASigValue);
const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

test('the two numbers of signatures are what Node says, and what is not a signature is refused', () => {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  for (let n = 0; n < 300; n++) {
    const signature = new Uint8Array(sign('sha256', randomBytes(20), key));
    const { r, s } = read(signature);
    const rebuilt = Buffer.concat([
      Buffer.of(0x30, 4 + r.length + s.length, 2, r.length),
      r,
      Buffer.of(2, s.length),
      s,
    ]);
    expect(rebuilt).toEqual(Buffer.from(signature));
    expect([r, s].every((one) => number(one) > 0n && one.length <= 33)).toBe(true);
    const at = randomBytes(1)[0]! % signature.length;
    for (const broken of [signature.subarray(0, at), Buffer.concat([signature, Buffer.of(0)])])
      expect(() => read(broken)).toThrow('not a signature');
  }
  expect(() => read(Buffer.from('3081860241', 'hex'))).toThrow('not a signature');
});
