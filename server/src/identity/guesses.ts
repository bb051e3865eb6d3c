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
  /** Who guesses, where only players may. */
  readonly player?: string;
}

export class Guesses {
  private readonly addresses = new Meter(FROM_ADDRESS);
  private readonly codes = new Meter(AT_ONE_CODE);

  mayTry(guess: Guess, now: number): boolean {
    const isTried = keysOf(guess).some((key) => this.codes.wait(key, now) > 0);
    return !isTried && this.addresses.wait(addressKey(guess.address), now) === 0;
  }

  noteWrong(guess: Guess, now: number): void {
    this.addresses.charge(addressKey(guess.address), now);
    for (const key of keysOf(guess)) this.codes.charge(key, now);
  }
}

/** A code and a player have as many tries each. */
function keysOf({ prefix, player }: Guess): readonly string[] {
  return [prefix, player].filter((key) => key !== undefined);
}
