/** Faults that are planted in the code, each as it was once written or might be. The simulator must find each of them. */
import type { Plant } from './bundle.ts';

export const PLANTS: Readonly<Record<string, Plant>> = {
  'a failed append is answered as written': {
    file: 'server/src/store/journal/appendQueue.ts',
    from: 'for (const { reject } of batch) reject(cause);',
    to: "for (const { resolve } of batch) resolve('appended');",
  },
  'an append of unknown outcome counts as written': {
    file: 'server/src/match/record/recordEnd.ts',
    from: "return tail?.hash === this.hash ? 'not-written' : 'lost';",
    to: "return tail?.hash === this.hash ? this.moveOn(writing) : 'lost';",
  },
  'an append of unknown outcome counts as not written': {
    file: 'server/src/match/record/recordEnd.ts',
    from: 'if (tail?.hash === writing.sealed.hash && tail.owner === this.tools.owner) return this.moveOn(writing);',
    to: '',
  },
  'a match of a living process is taken': {
    file: 'server/src/store/ownership/claims.ts',
    from: 'if (!(mayBury && held.is_late === 1))',
    to: 'if (!mayBury)',
  },
  'an append needs no claim': {
    file: 'server/src/store/journal/records.ts',
    from: '\n    AND EXISTS (SELECT 1 FROM claims WHERE id = $match AND owner = $owner AND claim = $claim)`;',
    to: '\n    AND $owner = $owner AND $claim = $claim`;',
  },
  'beads are counted again': {
    file: 'protocol/src/record/beads/countBeads.ts',
    from: 'const n = Math.max(0, totals[slot] - (known?.[slot] ?? 0));',
    to: 'const n = Math.max(0, totals[slot] - Math.max(0, (known?.[slot] ?? 0) - 1));',
  },
  'outages that overlap are given back twice': {
    file: 'server/src/store/ownership/alive.ts',
    from: 'Math.max(began, counted)',
    to: 'Math.max(began, since)',
  },
  'a restart gives back more than has passed': {
    file: 'server/src/match/lostTime.ts',
    from: 'return Math.max(0, Math.min(lost, at - lastAt));',
    to: 'return Math.max(0, lost);',
  },
  'no lost time is given back': {
    file: 'server/src/match/lostTime.ts',
    from: 'if (outages.length === 0) return true;',
    to: 'return true;',
  },
  'a notice that failed counts as delivered': {
    file: 'server/src/features/notices/sender.ts',
    from: "if (outcome === 'delivered') {",
    to: 'if (outcome !== undefined) {',
  },
  'a due match is not tried again': {
    file: 'server/src/matches/wakeTimer.ts',
    from: 'LONGEST_TIMER_MS) : RETRY_MS;',
    to: 'LONGEST_TIMER_MS) : LONGEST_TIMER_MS;',
  },
  'the matches of the dead are not taken over': {
    file: 'server/src/matches/matches.ts',
    from: 'await this.attendAll(orphans);',
    to: '',
  },
  'what was shown is not answered': {
    file: 'server/src/match/pendingList.ts',
    from: 'if (shown.length > 0) this.answer(shown, DONE);',
    to: 'if (shown.length > 0 && shown[0]?.key?.seat !== 1) this.answer(shown, DONE);',
  },
  'a repeated action is played again': {
    file: 'server/src/match/record/acceptedActions.ts',
    from: 'if (known?.what !== whatIsAsked(action.body)) return false;',
    to: 'return false;',
  },
  'a client does not ask again': {
    file: 'client-sdk/src/socket/roomSocket.ts',
    from: "if (this.isAsked) return this.drop('the server has fallen silent');",
    to: 'if (this.isAsked) return;',
  },
  'the front door keeps a dead process': {
    file: 'launcher/src/door/healthCheck.ts',
    from: 'this.upstream.isReady = isReady;',
    to: '',
  },
  'a room opens in a process that stops': {
    file: 'server/src/doors/rooms/roomPlaces.ts',
    from: "(isStopping ? new Refused('unavailable') : error)",
    to: 'error',
  },
  'a bridge sends nothing again': {
    file: 'bridge/src/temples/serverQueue.ts',
    from: "if (answer === undefined || answer.kind === 'retry') return this.again(key, report, queue);",
    to: '',
  },
};
