/** Counts wrong codes, so that nobody can go on guessing; right ones cost nothing. Not to be switched off by a host. */
import { addressKey } from '../limits/address.ts';
import { Meter } from '../limits/meter.ts';

const HOUR_MS = 60 * 60 * 1000;
/** A school behind one address mistypes more than one person. */
const FROM_ADDRESS = { most: 30, milliseconds: HOUR_MS };
const AT_ONE_CODE = { most: 10, milliseconds: HOUR_MS };

export interface Guess {
  readonly address: string;
  /** What all guesses at one code begin with. */
  readonly prefix?: string;
}

export class Guesses {
  private readonly addresses = new Meter(FROM_ADDRESS);
  private readonly codes = new Meter(AT_ONE_CODE);

  mayTry({ address, prefix }: Guess, now: number): boolean {
    const isCodeGuessed = prefix !== undefined && this.codes.wait(prefix, now) > 0;
    return !isCodeGuessed && this.addresses.wait(addressKey(address), now) === 0;
  }

  noteWrong({ address, prefix }: Guess, now: number): void {
    this.addresses.charge(addressKey(address), now);
    if (prefix !== undefined) this.codes.charge(prefix, now);
  }
}
