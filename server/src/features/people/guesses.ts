/** Counts wrong codes, so that nobody can go on guessing; right ones cost nothing. Not to be switched off by a host. */
import { addressKey } from '@flower-war/protocol/hosting';
import { Meter } from '../../base/limits/meter.ts';

const HOUR_MS = 60 * 60 * 1000;
/** A school behind one address mistypes more than one person. */
const FROM_ADDRESS = { most: 30, milliseconds: HOUR_MS };
const AT_ONE_CODE = { most: 10, milliseconds: HOUR_MS };
/** Of a player, and of an address: so many are looked at however many others guess. */
const OWN_TRIES = 3;
/**
 * 40 bits are printed on a temple, and 39 open a private match: at this pace a whole year of guessing finds the first once in
 * 12 000 times, and a match is over long before. To use it up takes hundreds of addresses.
 */
const AT_ONE_PLACE = { most: 10_000, milliseconds: HOUR_MS };

export interface Guess {
  readonly address: string;
  /** What all guesses at one code begin with. */
  readonly prefix?: string;
  /** Who guesses, where only players may. */
  readonly player?: string;
  /** What the code opens: a temple or a match, whose name everybody may know. Others’ guesses keep no honest caller out. */
  readonly at?: string;
}

export class Guesses {
  private readonly addresses = new Meter(FROM_ADDRESS);
  private readonly codes = new Meter(AT_ONE_CODE);
  private readonly places = new Meter(AT_ONE_PLACE);

  mayTry({ address, prefix, player, at }: Guess, now: number): boolean {
    const own = addressKey(address);
    const isFree = (meter: Meter, key: string | undefined) => key === undefined || meter.wait(key, now) === 0;
    const isNewPlayer = player !== undefined && this.codes.used(player, now) < OWN_TRIES;
    const isNewAddress = this.addresses.used(own, now) < OWN_TRIES;
    if (!isNewPlayer && !isFree(this.addresses, own)) return false;
    if (!isNewAddress && !isFree(this.places, at)) return false;
    return isFree(this.codes, prefix) && isFree(this.codes, player);
  }

  /** A code and a player have as many tries each. */
  noteWrong({ address, prefix, player, at }: Guess, now: number): void {
    this.addresses.charge(addressKey(address), now);
    for (const key of [prefix, player]) if (key !== undefined) this.codes.charge(key, now);
    if (at !== undefined) this.places.charge(at, now);
  }
}
