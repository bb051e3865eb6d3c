/** Counts wrong codes, so that nobody can go on guessing; right ones cost nothing. Not to be switched off by a host. */
import { addressKey } from '@flower-war/protocol/sharing';
import { Meter } from '../limits/meter.ts';

const HOUR_MS = 60 * 60 * 1000;
/** A school behind one address mistypes more than one person. */
const FROM_ADDRESS = { most: 30, milliseconds: HOUR_MS };
const AT_ONE_CODE = { most: 10, milliseconds: HOUR_MS };
/**
 * 40 bits are printed on a temple: at this pace a whole year of guessing finds them once in 12 000 times. To use it up, and
 * so to keep out who holds the label, takes more than 300 addresses.
 */
const AT_ONE_TEMPLE = { most: 10_000, milliseconds: HOUR_MS };

export interface Guess {
  readonly address: string;
  /** What all guesses at one code begin with. */
  readonly prefix?: string;
  /** Who guesses, where only players may. */
  readonly player?: string;
  /** Whose name everybody may know: nobody is to be kept out by the guesses of others. */
  readonly temple?: string;
}

export class Guesses {
  private readonly addresses = new Meter(FROM_ADDRESS);
  private readonly codes = new Meter(AT_ONE_CODE);
  private readonly temples = new Meter(AT_ONE_TEMPLE);

  mayTry(guess: Guess, now: number): boolean {
    return this.metersFor(guess).every(([meter, key]) => meter.wait(key, now) === 0);
  }

  noteWrong(guess: Guess, now: number): void {
    for (const [meter, key] of this.metersFor(guess)) meter.charge(key, now);
  }

  /** A code and a player have as many tries each. */
  private metersFor({ address, prefix, player, temple }: Guess): readonly (readonly [Meter, string])[] {
    const all = [
      [this.addresses, addressKey(address)],
      [this.codes, prefix],
      [this.codes, player],
      [this.temples, temple],
    ] as const;
    return all.flatMap(([meter, key]) => (key === undefined ? [] : [[meter, key]]));
  }
}
