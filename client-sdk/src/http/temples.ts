/** One's temples: devices with two slots for beads, which make offerings where they count. */
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
import { Afterwards } from './history.ts';

const ASK_AGAIN_MS = 500;

export class Temples extends Afterwards {
  /** Mine. */
  async temples(): Promise<readonly OwnTemple[]> {
    return (await this.http.get<{ temples: OwnTemple[] }>('/api/temples')).temples;
  }

  /** Makes it mine: `code` is printed on it, or shown by it. */
  claimTemple(temple: string, code: string): Promise<OwnTemple> {
    return this.http.post('/api/temples/claim', { temple, code });
  }

  /** Has a temple of nobody show six characters for `claimTemple`, two minutes long. */
  showTempleCode(temple: string): Promise<CodeShown> {
    return this.http.post('/api/temples/show-code', { temple });
  }

  /** An order of beads: the temple into which somebody drops them within a minute is mine. Another one ends that before. */
  knock(): Promise<Knock> {
    return this.http.post('/api/knocks');
  }

  knockState(knock: string): Promise<KnockState> {
    return this.http.get(`/api/knocks/${encodeURIComponent(knock)}`);
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
  async releaseTemple(temple: string): Promise<void> {
    await this.http.post(pathOf(temple, 'release'));
  }

  /** It is another player's from now on. */
  async giveTemple(temple: string, player: string): Promise<void> {
    await this.http.post(pathOf(temple, 'give'), { player });
  }

  /** From now on it counts for a match in which I sit: for my seat, or as the one temple on the table. */
  bindTemple(temple: string, match: string, to: BindTo = 'seat'): Promise<OwnTemple> {
    return this.http.post(pathOf(temple, 'bind'), { match, to });
  }

  /** It counts for its match no more. */
  unbindTemple(temple: string): Promise<OwnTemple> {
    return this.http.post(pathOf(temple, 'unbind'));
  }

  /** Beads were taken out of it while it counted for no match. In a match: `live.beads`. */
  returnBeads(temple: string, slot: Slot, n: number): Promise<OwnTemple> {
    return this.http.post(pathOf(temple, 'returned'), { slot, n });
  }

  /** So many beads at once were meant. */
  confirmBeads(temple: string): Promise<OwnTemple> {
    return this.http.post(pathOf(temple, 'confirmed'));
  }

  /** What its device is to be; what is left out stays as it was. */
  setTemple(temple: string, settings: TempleSettings): Promise<OwnTemple> {
    return this.http.post(pathOf(temple, 'settings'), settings);
  }

  /** It blinks. */
  async identifyTemple(temple: string): Promise<void> {
    await this.http.post(pathOf(temple, 'identify'));
  }

  /** What happened to it since it is mine, the newest first; `before`: `next` of the page before. */
  templeLog(temple: string, page: { readonly before?: number; readonly limit?: number } = {}): Promise<TempleLog> {
    const query = Object.entries(page).map(([name, value]) => `${name}=${value}`);
    return this.http.get(`${pathOf(temple, 'log')}?${query.join('&')}`);
  }
}

function pathOf(temple: string, what: string): string {
  return `/api/temples/${encodeURIComponent(temple)}/${what}`;
}
