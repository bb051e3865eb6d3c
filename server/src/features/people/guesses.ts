/** Counts wrong codes, so that no client can go on guessing. Right codes cost nothing. No setting switches this off. */
import { addressKey } from '@flower-war/protocol/hosting';
import { Meter } from '../../base/limits/meter.ts';
import { RefusedFor } from '../../base/refused.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Higher than for one code: many people may share one address, such as a school. */
const FROM_ADDRESS = { most: 30, milliseconds: HOUR_MS };
const AT_ONE_CODE = { most: 10, milliseconds: HOUR_MS };
/** A player or an address always gets so many tries, however many others guess. */
const OWN_TRIES = 3;
/**
 * A temple's printed code has 40 bits, a private match's code 39. At this pace a year of guessing finds the temple's
 * code with a chance of 1 in 12 000, and a match is over long before. Reaching this pace takes hundreds of addresses.
 */
const AT_ONE_PLACE = { most: 10_000, milliseconds: HOUR_MS };

export interface Guess {
  readonly address: string;
  /** The first letters, which all guesses at one code share. */
  readonly prefix?: string;
  /** The guessing player, where the caller must be signed in. */
  readonly player?: string;
  /** The temple or match that the code opens. Guesses by others do not lock out an address that has made few itself. */
  readonly at?: string;
}

export class Guesses {
  private readonly addresses = new Meter(FROM_ADDRESS);
  private readonly codes = new Meter(AT_ONE_CODE);
  private readonly places = new Meter(AT_ONE_PLACE);

  /** How many seconds later the next guess may come: 0 if it may come now. */
  wait({ address, prefix, player, at }: Guess, now: number): number {
    const own = addressKey(address);
    const left = (meter: Meter, key: string | undefined) => (key === undefined ? 0 : meter.wait(key, now) / 1000);
    const isNewPlayer = player !== undefined && this.codes.used(player, now) < OWN_TRIES;
    const isNewAddress = this.addresses.used(own, now) < OWN_TRIES;
    const ofAddress = isNewPlayer ? 0 : left(this.addresses, own);
    const ofPlace = isNewAddress ? 0 : left(this.places, at);
    return Math.max(ofAddress, ofPlace, left(this.codes, prefix), left(this.codes, player));
  }

  /** Refuses a guess that comes too early. */
  check(guess: Guess, now: number): void {
    const wait = this.wait(guess, now);
    if (wait > 0) throw new RefusedFor('too-many-guesses', wait);
  }

  /** A code and a player have the same limit. */
  noteWrong({ address, prefix, player, at }: Guess, now: number): void {
    this.addresses.charge(addressKey(address), now);
    for (const key of [prefix, player]) if (key !== undefined) this.codes.charge(key, now);
    if (at !== undefined) this.places.charge(at, now);
  }
}
