/** A temple in this browser: the simulated device, a network with faults, and a flash that survives a reload. */
import {
  BUILD,
  type Fall,
  type Flash,
  FLASH_KINDS,
  type FlashKind,
  type Random,
  seeded,
  Twin,
  type TwinClock,
  type TwinOptions,
} from '@flower-war/temple/core';
import { keepJson, readJson } from '../../app/setting.ts';
import { runsHere } from './oneTab.ts';
import { Wifi } from './wifi.ts';

/** What can be chosen of the hardware. It takes effect when the temple gets power again. */
export interface Hardware {
  readonly flash: FlashKind;
  readonly bootMs: number;
  readonly writeMs: number;
  readonly isCrossed: boolean;
}

export const USUAL: Hardware = { flash: 'wal', bootMs: 1000, writeMs: BUILD.writeMs, isCrossed: false };

export interface BrowserTwin {
  readonly twin: Twin;
  readonly wifi: Wifi;
  readonly clock: DriftingClock;
  readonly random: () => number;
  readonly hardware: Hardware;
}

const BROKER_PATH = '/mqtt';

/** The network and the clock of the device before stay as bad as they were. */
export function startBrowserTwin({ id, password }: Login, hardware: Hardware, before?: BrowserTwin): BrowserTwin {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  const random = seeded(seed);
  const clock = new DriftingClock();
  clock.goAt(before?.clock.pace ?? 1);
  const wifi = new Wifi(`${location.origin.replace(/^http/, 'ws')}${BROKER_PATH}`, random);
  if (before !== undefined) wifi.quality = before.wifi.quality;
  const { flash, bootMs, writeMs, isCrossed } = hardware;
  const content = keptFlash(id);
  const options: TwinOptions = {
    broker: location.origin,
    id,
    password,
    clock,
    flash,
    writeMs,
    isCrossed,
    bootMs: [bootMs, bootMs],
    ...(content !== undefined && flash !== 'none' && { content: { ...content, kind: flash } }),
    keep: (kept) => (runsHere(id) ? keepFlash(id, kept) : void twin.stop()),
  };
  const start = (other: TwinOptions) => Promise.resolve(new Twin({ options: other, random, network: wifi, start }));
  const twin = new Twin({ options, random, network: wifi, start });
  twin.powerOn();
  return { twin, wifi, clock, random, hardware };
}

// What the browser keeps of a temple: its login, and its flash, which survives a reload as that of a real temple a power cut.

const LOGIN = 'flower-war-twin';

const flashOf = (id: string): string => `flower-war-twin-flash-${id}`;

/** False where the person forbids it: then the temple forgets its totals, and each start is a new life. */
export function canKeep(): boolean {
  try {
    localStorage.setItem(`${LOGIN}-test`, '1');
    localStorage.removeItem(`${LOGIN}-test`);
    return true;
  } catch {
    return false;
  }
}

export const keptLogin = (): Login | undefined => readJson<Login>(LOGIN);
export const keepLogin = (login: Login | undefined): void => keepJson(LOGIN, login);

/** A flash that this version cannot read is a new one. Records that were still on their way are lost, as in a power cut. */
function keptFlash(id: string): Flash | undefined {
  const kept = readJson<Partial<Flash>>(flashOf(id));
  const isWhole = kept !== undefined && FLASH_KINDS.some((kind) => kind === kept.kind) && Array.isArray(kept.banks);
  return isWhole ? ({ ...kept, writing: [] } as unknown as Flash) : undefined;
}

/** Called before the temple publishes what it has counted. */
const keepFlash = (id: string, { writing: _, ...flash }: Flash): void => keepJson(flashOf(id), flash);

// The name and the password of a temple: typed, or from the link that `npm run do -- new-temple` prints.

export interface Login {
  /** For example `templo-7f3a`. */
  readonly id: string;
  readonly password: string;
  /** The code on the label, if it is known: people claim the temple with it. */
  readonly code?: string;
}

const ID = /^templo-[0-9a-f]{4,12}$/;
const PASSWORD = /^[!-~]{8,64}$/;
const CODE = /^[0-9A-Z]{8}$/;

/** `#templo-7f3a.PASSWORD`: the part of an address after `#` never leaves the browser. */
export function loginInHash(hash: string): Login | undefined {
  const [, id = '', password = ''] = /^#(templo-[0-9a-f]+)\.([0-9A-Z]+)$/i.exec(hash) ?? [];
  return loginOf({ id, password, code: '' });
}

export function loginOf(given: Required<Login>): Login | undefined {
  const [id, password] = [given.id.trim().toLowerCase(), given.password.trim()];
  const code = given.code.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  if (!ID.test(id) || !PASSWORD.test(password)) return undefined;
  return { id, password, ...(CODE.test(code) && { code }) };
}

// How often beads fall badly, and how fast the clock of the device runs.

/** The ways in which a bead may fall other than it should, each with its share in percent. */
export const MISHAPS = ['bounce', 'holes', 'double', 'wrong-slot', 'flicker'] as const satisfies readonly Fall[];

export type Mishaps = Readonly<Record<(typeof MISHAPS)[number], number>>;
export const NO_MISHAPS: Mishaps = { bounce: 0, holes: 0, double: 0, 'wrong-slot': 0, flicker: 0 };

/** How the next bead falls. Shares of more than a hundred percent leave no clean bead. */
export function nextFall(mishaps: Mishaps, random: Random): Fall {
  const all = MISHAPS.reduce((sum, name) => sum + mishaps[name], 0);
  let left = random() * Math.max(100, all);
  for (const name of MISHAPS) {
    left -= mishaps[name];
    if (left < 0) return name;
  }
  return 'clean';
}

/** A clock that goes fast or slow, as those of cheap devices do. It never goes back. */
export class DriftingClock implements TwinClock {
  private rate = 1;
  private base = 0;
  private since: number;
  private readonly real: () => number;

  constructor(real: () => number = () => performance.now()) {
    this.real = real;
    this.since = real();
  }

  now(): number {
    return this.base + (this.real() - this.since) * this.rate;
  }

  get pace(): number {
    return this.rate;
  }

  /** 1 is the true time; 2 goes twice as fast. */
  goAt(rate: number): void {
    this.base = this.now();
    this.since = this.real();
    this.rate = rate;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = setTimeout(run, Math.min(milliseconds / this.rate, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
