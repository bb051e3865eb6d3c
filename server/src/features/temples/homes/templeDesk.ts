/** Answers what other processes ask about temples. */
import { Elsewhere } from '../../../store/ownership/processes.ts';
import { lookAsOwner } from '../ownTemple.ts';
import type { Temples } from '../temples.ts';
import type { BridgeRequests } from './bridgeRequests.ts';
import type { BridgesElsewhere, PeerAnswer, PeerCall } from './bridgesElsewhere.ts';
import type { BridgesHere } from './bridgesHere.ts';
import { seenOf } from './operatorRequests.ts';

export interface TempleDeskTools {
  readonly temples: Temples;
  readonly requests: BridgeRequests;
  readonly bridges: BridgesHere;
  readonly elsewhere: BridgesElsewhere;
  readonly now: () => number;
}

export class TempleDesk {
  private readonly tools: TempleDeskTools;

  constructor(tools: TempleDeskTools) {
    this.tools = tools;
  }

  async answer(call: PeerCall): Promise<PeerAnswer> {
    try {
      return { value: (await this.perform(call)) ?? null };
    } catch (error) {
      if (error instanceof Elsewhere) return { moved: error.peer };
      throw error;
    }
  }

  private async perform(call: PeerCall): Promise<unknown> {
    const { temples, requests, bridges, elsewhere, now } = this.tools;
    switch (call.kind) {
      case 'bridge':
        if (call.asked.name === 'observe') temples.of(call.asked.request.temple).device.info ??= call.info;
        return requests.perform(call.asked);
      case 'greet':
        return elsewhere.greet(call.from, call.isNew);
      case 'news':
        return bridges.relay(call.news);
      case 'let-go':
        return temples.of(call.temple).letGo();
      case 'take':
        return void (await temples.of(call.temple).messages());
      case 'own':
        return lookAsOwner(temples.of(call.temple), { player: call.player, now: now() });
      case 'seen':
        return seenOf(temples.of(call.temple));
      case 'release':
        return temples.of(call.temple).release(call.player);
      case 'forget':
        return temples.forget(call.temple, call.by);
    }
  }
}
