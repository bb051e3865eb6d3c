/** What bridges ask: it is done in the process of the temple, whichever process the bridge is connected to. */
import type { LinkAnswer, Response } from '@flower-war/protocol';
import type { Temples } from '../temples.ts';
import type { BridgesHere } from './bridgesHere.ts';
import type { OperatorRequests } from './operatorRequests.ts';
import type { AskedByBridge } from './bridgesElsewhere.ts';
import type { TempleHomes } from './templeHomes.ts';

export interface BridgeRequestsTools {
  readonly temples: Temples;
  readonly homes: TempleHomes;
  readonly bridges: BridgesHere;
  readonly operator: OperatorRequests;
  readonly now: () => number;
  readonly countReport: (kind: 'old' | 'new') => void;
}

const NOTED: LinkAnswer = { kind: 'noted' };

export class BridgeRequests {
  private readonly tools: BridgeRequestsTools;

  constructor(tools: BridgeRequestsTools) {
    this.tools = tools;
  }

  /** A bridge that is connected to this process asks. */
  async answer(asked: AskedByBridge): Promise<LinkAnswer> {
    const { homes, bridges } = this.tools;
    const here = () => this.perform(asked);
    if (asked.name === 'request') return homes.inHall(here, { kind: 'bridge', asked });
    const { temple } = asked.request;
    this.hear(asked);
    let isHere = false;
    const noting = () => {
      isHere = true;
      return here();
    };
    const info = asked.name === 'observe' ? this.tools.temples.of(temple).device.info : undefined;
    const answer = await homes.at(temple, noting, { kind: 'bridge', asked, ...(info && { info }) });
    if (!isHere && answer.kind === 'observed') bridges.relay([{ told: { temple, ack: answer.ack } }]);
    return answer;
  }

  /** To be called in the process of the temple; rejects with `Elsewhere` in any other. */
  async perform(asked: AskedByBridge): Promise<LinkAnswer> {
    const { temples, operator, countReport } = this.tools;
    switch (asked.name) {
      case 'observe': {
        const { temple, odometer } = asked.request;
        const { ack, isOld } = await temples.observe(temple, odometer);
        countReport(isOld ? 'old' : 'new');
        return { kind: 'observed', ack };
      }
      case 'presence':
        await this.arrive(asked.request.temple);
        temples.setPresence(asked.request.temple, asked.request.is);
        return NOTED;
      case 'info':
        await this.arrive(asked.request.temple);
        temples.setInfo(asked.request.temple, asked.request.info);
        return NOTED;
      case 'result':
        temples.commandAnswered(asked.request.temple, asked.request.result);
        return NOTED;
      case 'set': {
        const { temple, light } = asked.request;
        const { kind } = await temples.of(temple).dim(light);
        return kind === 'retry' ? { kind } : NOTED;
      }
      case 'request': {
        const response: Response = await operator.answer(asked.request);
        return { kind: 'response', response };
      }
    }
  }

  /** This process may own the temple some day, and the device repeats what it said only when it starts again. */
  private hear(asked: AskedByBridge): void {
    const { temples, now } = this.tools;
    if (asked.name === 'info') temples.of(asked.request.temple).device.info = asked.request.info;
    if (asked.name === 'presence') temples.of(asked.request.temple).device.setPresence(asked.request.is, now());
  }

  private async arrive(temple: string): Promise<void> {
    if (!this.tools.temples.isHome(temple)) await this.tools.temples.of(temple).arrive();
  }
}
