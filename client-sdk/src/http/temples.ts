/**
 * The temples of a player: devices with two slots for beads. Beads make offerings in the match for which a temple
 * counts.
 */
import type {
  BindTo,
  CodeShown,
  Knock,
  KnockState,
  OwnTemple,
  Slot,
  TempleLog,
  TempleSettings,
} from '@flower-war/protocol';
import { limited, pause, type Waiting } from '../waiting/limited.ts';
import { type Http, idOf, type MatchOf } from './http.ts';

const ASK_AGAIN_MS = 500;

/** The temples of a player: to claim, to bind to a match, to set up. */
export class Temples {
  private readonly http: Http;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** The temples of this player. */
  async list(): Promise<readonly OwnTemple[]> {
    return (await this.http.call('listTemples')).temples;
  }

  /** Claims a temple for this player. `code` is printed on the temple, or the temple shows it. */
  claim(temple: string, code: string): Promise<OwnTemple> {
    return this.http.call('claimTemple', { body: { temple, code } });
  }

  /** Makes a temple without an owner show six characters for `claim`, for two minutes. */
  showCode(temple: string): Promise<CodeShown> {
    return this.http.call('showTempleCode', { body: { temple } });
  }

  /**
   * An order of beads. The temple that gets its beads in this order within a minute is mine. A new knock ends the old
   * one.
   */
  knock(): Promise<Knock> {
    return this.http.call('startKnock');
  }

  /** How a knock stands: it waits, a temple was claimed, or it is over. */
  knockState(knock: string): Promise<KnockState> {
    return this.http.call('getKnock', { params: { knock } });
  }

  /** Waits until a temple got its beads in this order. Returns its id, or `undefined` if no temple did in time. */
  async knocked({ knock }: Pick<Knock, 'knock'>, waiting: Waiting = this.http.waiting): Promise<string | undefined> {
    return limited(waiting, async (signal) => {
      for (;;) {
        const state = await this.http.within({ signal }).call('getKnock', { params: { knock } });
        if (state.state !== 'waiting') return state.state === 'claimed' ? state.temple : undefined;
        await pause(ASK_AGAIN_MS, signal);
      }
    });
  }

  /** Gives a temple up. It then has no owner. */
  async release(temple: string): Promise<void> {
    await this.http.call('releaseTemple', { params: { temple } });
  }

  /** Gives a temple to another player. */
  async give(temple: string, player: string): Promise<void> {
    await this.http.call('giveTemple', { params: { temple }, body: { player } });
  }

  /** Makes a temple count for a match in which the player sits: for that seat, or as the one temple on the table. */
  bind(temple: string, match: string | MatchOf, to: BindTo = 'seat'): Promise<OwnTemple> {
    return this.http.call('bindTemple', { params: { temple }, body: { match: idOf(match), to } });
  }

  /** Takes a temple out of its match. */
  unbind(temple: string): Promise<OwnTemple> {
    return this.http.call('unbindTemple', { params: { temple } });
  }

  /** Says that the player took beads out while the temple counted for no match. In a match, use `live.beads`. */
  returnBeads(temple: string, slot: Slot, n: number): Promise<OwnTemple> {
    return this.http.call('returnBeads', { params: { temple }, body: { slot, n } });
  }

  /** Says that the player really dropped this many beads at once. */
  confirmBeads(temple: string): Promise<OwnTemple> {
    return this.http.call('confirmBeads', { params: { temple } });
  }

  /** Changes the settings of a temple. An absent setting stays as it was. */
  set(temple: string, settings: TempleSettings): Promise<OwnTemple> {
    return this.http.call('setTemple', { params: { temple }, body: settings });
  }

  /** Makes a temple blink. */
  async identify(temple: string): Promise<void> {
    await this.http.call('identifyTemple', { params: { temple } });
  }

  /** What has happened to a temple since the player owns it, the newest first. `before`: `next` of the page before. */
  log(temple: string, page: { readonly before?: number; readonly limit?: number } = {}): Promise<TempleLog> {
    return this.http.call('getTempleLog', { params: { temple }, query: page });
  }
}
