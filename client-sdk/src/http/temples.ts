/** The temples of a player: devices with two slots for beads, which make offerings where they count. */
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
import type { Http } from './http.ts';

const ASK_AGAIN_MS = 500;

export class Temples {
  private readonly http: Http;

  constructor(http: Http) {
    this.http = http;
  }

  /** Mine. */
  async list(): Promise<readonly OwnTemple[]> {
    return (await this.http.call('listTemples')).temples;
  }

  /** Makes it mine: `code` is printed on it, or shown by it. */
  claim(temple: string, code: string): Promise<OwnTemple> {
    return this.http.call('claimTemple', { body: { temple, code } });
  }

  /** Has a temple of nobody show six characters for `claim`, two minutes long. */
  showCode(temple: string): Promise<CodeShown> {
    return this.http.call('showTempleCode', { body: { temple } });
  }

  /** An order of beads: the temple into which they are dropped within a minute is mine. Another one ends that before. */
  knock(): Promise<Knock> {
    return this.http.call('startKnock');
  }

  knockState(knock: string): Promise<KnockState> {
    return this.http.call('getKnock', { params: { knock } });
  }

  /** Waits until a temple has performed it; nothing if none did in time. */
  async knocked({ knock }: Pick<Knock, 'knock'>): Promise<string | undefined> {
    for (;;) {
      const state = await this.knockState(knock);
      if (state.state !== 'waiting') return state.state === 'claimed' ? state.temple : undefined;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }

  /** It is nobody's from now on. */
  async release(temple: string): Promise<void> {
    await this.http.call('releaseTemple', { params: { temple } });
  }

  /** It is another player's from now on. */
  async give(temple: string, player: string): Promise<void> {
    await this.http.call('giveTemple', { params: { temple }, body: { player } });
  }

  /** From now on it counts for a match in which I sit: for my seat, or as the one temple on the table. */
  bind(temple: string, match: string, to: BindTo = 'seat'): Promise<OwnTemple> {
    return this.http.call('bindTemple', { params: { temple }, body: { match, to } });
  }

  /** It counts for its match no more. */
  unbind(temple: string): Promise<OwnTemple> {
    return this.http.call('unbindTemple', { params: { temple } });
  }

  /** Beads were taken out of it while it counted for no match. In a match: `live.beads`. */
  returnBeads(temple: string, slot: Slot, n: number): Promise<OwnTemple> {
    return this.http.call('returnBeads', { params: { temple }, body: { slot, n } });
  }

  /** So many beads at once were meant. */
  confirmBeads(temple: string): Promise<OwnTemple> {
    return this.http.call('confirmBeads', { params: { temple } });
  }

  /** What its device is to be; what is left out stays as it was. */
  set(temple: string, settings: TempleSettings): Promise<OwnTemple> {
    return this.http.call('setTemple', { params: { temple }, body: settings });
  }

  /** It blinks. */
  async identify(temple: string): Promise<void> {
    await this.http.call('identifyTemple', { params: { temple } });
  }

  /** What happened to it since it is mine, the newest first; `before`: `next` of the page before. */
  log(temple: string, page: { readonly before?: number; readonly limit?: number } = {}): Promise<TempleLog> {
    return this.http.call('getTempleLog', { params: { temple }, query: page });
  }
}
