/**
 * The passwords and codes of temples. All of them are derived from one master key, so server, bridge and brokers need
 * to agree on nothing else, and none of them keeps a list of passwords.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { TempleId } from './beads.ts';

/** The MQTT accounts that are not devices. */
export const ACCOUNTS = ['bridge', 'operator', 'home'] as const;
export type BrokerAccount = (typeof ACCOUNTS)[number];

const PASSWORD_LENGTH = 24;
const FIRMWARE_LENGTH = 16;
const CODE_LENGTH = 8;
const MARK_LENGTH = 12;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Crockford's digits, without I, L, O and U, which people misread. */
const LEGIBLE = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 32 bytes in hex: what a master key looks like. */
export function isMasterKey(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

/** The MQTT password of a device. */
export function devicePassword(master: string, id: TempleId): string {
  return inDigits(derived(master, id), BASE32).slice(0, PASSWORD_LENGTH);
}

/** The MQTT password of an account. No temple's id has a colon in it, so that none can share its password. */
export function accountPassword(master: string, account: BrokerAccount): string {
  return inDigits(derived(master, `account:${account}`), BASE32).slice(0, PASSWORD_LENGTH);
}

/**
 * A password that the firmware asks for. It must stay the same when settings are written again, or no update comes in.
 */
export function firmwarePassword(master: string, id: TempleId, purpose: 'setup' | 'ota'): string {
  return inDigits(derived(master, `${purpose}:${id}`), BASE32).slice(0, FIRMWARE_LENGTH);
}

/** By this mark a temple knows its broker in the local network. All may see it: it tells nothing of the key. */
export function brokerMark(master: string): string {
  return bytesToHex(derived(master, 'mark:lan')).slice(0, MARK_LENGTH);
}

/** The code that is printed on a temple. A player who reads it may claim the temple. Compare it in constant time. */
export function claimCode(master: string, id: TempleId): string {
  return inDigits(derived(master, `claim${id}`), LEGIBLE).slice(0, CODE_LENGTH);
}

/** A code as it is printed: `7KQ2-M0XD`. */
export function printedCode(code: string): string {
  return code.replace(/^(.{4})(?=.)/, '$1-');
}

/** Spells a typed code like `claimCode`. It ignores case, spaces and dashes, and reads O as 0, I and L as 1. */
export function normalizeCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

/** The link in the QR code on a temple. */
export function claimLink(server: string, id: TempleId, code: string): string {
  return `${server.replace(/\/+$/, '')}/claim?t=${id}&k=${code}`;
}

/** The link to a temple on the screen. What stands after `#` never reaches the server. */
export function twinLink(server: string, id: TempleId, password: string): string {
  return `${server.replace(/\/+$/, '')}/twin#${id}.${password}`;
}

function derived(master: string, label: string): Uint8Array {
  return hmac(sha256, hexToBytes(master), utf8ToBytes(label));
}

/** Five bits a digit, the first bits first. */
function inDigits(bytes: Uint8Array, digits: string): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => digits.charAt(Number.parseInt(five, 2))).join('');
}
