/** Counts wrong codes, so that no client can go on guessing. Right codes cost nothing. No setting switches this off. */
import { addressKey } from '@flower-war/protocol/hosting';
import { Meter, ownMetersOnly, type SharedMeters } from '../../base/rateLimits.ts';
import { RefusedFor } from '../../base/refused.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Higher than for one code: many people may share one address, such as a school. */
const FROM_ADDRESS = { most: 30, milliseconds: HOUR_MS };
const AT_ONE_CODE = { most: 10, milliseconds: HOUR_MS };
/** A player or an address always gets this many tries, however many others guess. */
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

/** One key of one meter. */
interface Counted {
  readonly meter: Meter;
  readonly own: string;
  /** The same key among those of all meters. */
  readonly shared: string;
}

/** What the shared meters have left, by key. Undefined if they are away. */
type Elsewhere = ReadonlyMap<string, number> | undefined;

export class Guesses {
  private readonly addresses = new Meter(FROM_ADDRESS);
  private readonly codes = new Meter(AT_ONE_CODE);
  private readonly places = new Meter(AT_ONE_PLACE);
  /** How many processes there are. While the shared meters are away, each allows only its part of the guesses. */
  processes = 1;
  private readonly shared: SharedMeters;

  constructor(shared: SharedMeters = ownMetersOnly) {
    this.shared = shared;
  }

  /** How many seconds later the next guess may come: 0 if it may come now. */
  wait(guess: Guess, now: number, elsewhere?: Elsewhere): number {
    const { address, prefix, player, at } = this.countedIn(guess);
    const left = ({ meter, own, shared }: Counted) =>
      Math.min(meter.left(own, now), elsewhere?.get(shared) ?? Infinity);
    const seconds = (counted: Counted | undefined) =>
      counted === undefined ? 0 : counted.meter.waitWith(left(counted)) / 1000;
    const isNew = (counted: Counted) => Math.ceil(counted.meter.rate.burst - left(counted)) < OWN_TRIES;
    const ofAddress = player !== undefined && isNew(player) ? 0 : seconds(address);
    const ofPlace = isNew(address) ? 0 : seconds(at);
    return Math.max(ofAddress, ofPlace, seconds(prefix), seconds(player));
  }

  /** Refuses a guess that comes too early. */
  async check(guess: Guess, now: number): Promise<void> {
    this.mustMay(guess, now, await this.lookElsewhere(guess));
  }

  /** Whether the guess is right. A wrong one is counted, before another one is looked at. */
  async try(guess: Guess, now: number, isRight: () => boolean): Promise<boolean> {
    const elsewhere = await this.lookElsewhere(guess);
    this.mustMay(guess, now, elsewhere);
    if (isRight()) return true;
    this.noteWrong(guess, now);
    return false;
  }

  /** A code and a player have the same limit. Waits for nothing. */
  noteWrong(guess: Guess, now: number): void {
    const counted = this.allIn(guess);
    void this.askShared('charge', counted).then((left) => {
      const weight = left === undefined ? this.processes : 1;
      for (const { meter, own } of counted) if (weight > 1) meter.charge(own, now, weight - 1);
    });
    for (const { meter, own } of counted) meter.charge(own, now);
  }

  private mustMay(guess: Guess, now: number, elsewhere: Elsewhere): void {
    const wait = this.wait(guess, now, elsewhere);
    if (wait > 0) throw new RefusedFor('too-many-guesses', wait);
  }

  private async lookElsewhere(guess: Guess): Promise<Elsewhere> {
    const counted = this.allIn(guess);
    const left = await this.askShared('look', counted);
    return left && new Map(counted.map(({ shared }, n) => [shared, left[n] ?? Infinity]));
  }

  private askShared(asking: 'look' | 'charge', counted: readonly Counted[]): Promise<readonly number[] | undefined> {
    return this.shared.ask(
      asking,
      counted.map(({ meter: { rate }, shared: key }) => ({ key, rate })),
    );
  }

  private allIn(guess: Guess): readonly Counted[] {
    return Object.values(this.countedIn(guess)).filter((counted) => counted !== undefined);
  }

  private countedIn({ address, prefix, player, at }: Guess) {
    const key = (meter: Meter, kind: string, own: string) => ({ meter, own, shared: `guess:${kind}:${own}` });
    return {
      address: key(this.addresses, 'from', addressKey(address)),
      prefix: prefix === undefined ? undefined : key(this.codes, 'code', prefix),
      player: player === undefined ? undefined : key(this.codes, 'code', player),
      at: at === undefined ? undefined : key(this.places, 'at', at),
    };
  }
}
