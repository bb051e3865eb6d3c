import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { templeId } from './beads.ts';
import {
  ACCOUNTS,
  accountPassword,
  brokerMark,
  claimCode,
  claimLink,
  devicePassword,
  firmwarePassword,
  isMasterKey,
  normalizeCode,
  printedCode,
  twinLink,
} from './credentials.ts';

const MASTER = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const hmacOf = (label: string) => createHmac('sha256', Buffer.from(MASTER, 'hex')).update(label).digest();

/** Computes the same digits in another way: the first bytes as one number, in base 32. */
function digitsOf(bytes: Buffer, digits: string): string {
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 32n) text = digits[Number(number % 32n)] + text;
  return text.padStart((bytes.length * 8) / 5, digits[0]);
}

describe('what opens a temple', () => {
  it('derives a password from the HMAC of the id', () => {
    const expected = digitsOf(hmacOf('templo-7f3a').subarray(0, 15), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
    expect(devicePassword(MASTER, 'templo-7f3a')).toBe(expected);
    expect(expected).toMatch(/^[A-Z2-7]{24}$/);
  });

  it('prints a code from the HMAC of "claim" and the id', () => {
    const expected = digitsOf(hmacOf('claimtemplo-7f3a').subarray(0, 5), '0123456789ABCDEFGHJKMNPQRSTVWXYZ');
    expect(claimCode(MASTER, 'templo-7f3a')).toBe(expected);
    expect(expected).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  });

  it('makes the mark of a broker from the HMAC of a word that is not an id', () => {
    expect(brokerMark(MASTER)).toBe(hmacOf('mark:lan').toString('hex').slice(0, 12));
    expect(templeId.safeParse('mark:lan').success).toBe(false);
  });

  it('stays what it was: devices in the field hold these', () => {
    expect(devicePassword(MASTER, 'templo-7f3a')).toMatchInlineSnapshot(`"HDVTE7EHDDS2SLXFVFKMWX3T"`);
    expect(claimCode(MASTER, 'templo-7f3a')).toMatchInlineSnapshot(`"8XNTYXV4"`);
    expect(accountPassword(MASTER, 'bridge')).toMatchInlineSnapshot(`"G7CXW6TS24H3VNUSB7MWQC6C"`);
    expect(firmwarePassword(MASTER, 'templo-7f3a', 'ota')).toMatchInlineSnapshot(`"BQE5FGUWFMC45T5A"`);
  });

  it('gives everybody another password', () => {
    const ids = Array.from({ length: 200 }, (_, n) => `templo-${n.toString(16).padStart(4, '0')}`);
    const all = [
      ...ids.map((id) => devicePassword(MASTER, id)),
      ...ids.map((id) => claimCode(MASTER, id)),
      ...ids.flatMap((id) => [firmwarePassword(MASTER, id, 'setup'), firmwarePassword(MASTER, id, 'ota')]),
      ...ACCOUNTS.map((account) => accountPassword(MASTER, account)),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('gives no account the password that a device could have', () => {
    for (const account of ACCOUNTS) expect(templeId.safeParse(`account:${account}`).success).toBe(false);
  });

  it('reads a code however it was typed', () => {
    const code = claimCode(MASTER, 'templo-7f3a');
    expect(normalizeCode(printedCode(code))).toBe(code);
    expect(normalizeCode(` ${code.toLowerCase().slice(0, 3)} ${code.slice(3)}\n`)).toBe(code);
    expect(normalizeCode('oO0-iIl\u20131 L')).toBe('00011111');
  });

  it('prints a code in two groups, and leaves short ones whole', () => {
    expect(printedCode('7KQ2M0XD')).toBe('7KQ2-M0XD');
    expect(printedCode('7KQ2')).toBe('7KQ2');
  });

  it('leads the person who scans it to the server', () => {
    expect(claimLink('http://host:2567/', 'templo-7f3a', '7KQ2M0XD')).toBe(
      'http://host:2567/claim?t=templo-7f3a&k=7KQ2M0XD',
    );
  });

  it('leads to a temple on the screen without telling the server its password', () => {
    const link = twinLink('http://host:2567/', 'templo-7f3a', 'HDVTE7EHDDS2SLXFVFKMWX3T');
    expect(link).toBe('http://host:2567/twin#templo-7f3a.HDVTE7EHDDS2SLXFVFKMWX3T');
    expect(new URL(link)).toMatchObject({ pathname: '/twin', search: '' });
  });

  it('knows a master key when it sees one', () => {
    expect([MASTER, MASTER.toUpperCase(), '', MASTER.slice(1), `${MASTER}0`].map(isMasterKey)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
