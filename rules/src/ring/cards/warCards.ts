/** The War deck of both editions, without the lands. */
import { type Design, designer } from './design.ts';
import { attack, change, dice, draw, gain, ifWon, pay, roll, stake } from './effectShorthand.ts';

const war = designer('war');

export const WAR_CARDS: readonly Design[] = [
  war('W01', { timing: 'battle', cost: 0, copies: [3, 2] }, [roll('any', 1)]),
  war('W02', { timing: 'battle', cost: 1, copies: [3, 2] }, [roll('attacker', 2)]),
  war('W03', { timing: 'battle', cost: 0, copies: [3, 2] }, [{ kind: 'discard-for-roll', max: 3, per: 1 }]),
  war('W04', { timing: 'battle', cost: 2, copies: [3, 2] }, [dice('self', 'high')]),
  war('W05', { timing: 'battle', cost: 2, copies: [3, 2] }, [dice('opponent', 'low')]),
  war('W06', { timing: 'battle', cost: 2, copies: [3, 2] }, [stake(2)]),
  war('W07', { timing: 'battle', cost: 1, copies: [3, 2] }, [{ kind: 'coin-duel', lasts: 'battle' }]),
  war('W08', { timing: 'battle', cost: 0, copies: [3, 2] }, [gain(1, 'pool'), roll('any', -2)]),
  war('W09', { timing: 'action', cost: 1, copies: [3, 2] }, [pay('each-other', 'self', 1)]),
  war('W10', { timing: 'action', cost: 1, copies: [3, 2] }, [attack('chosen', { within: 4 }), ifWon(gain(1, 'here'))]),
  war('W11', { timing: 'action', cost: 1, copies: [3, 2] }, [change('range', 2, 'next-turn')]),
  war('W12', { timing: 'trap', cost: 3, copies: [0, 2] }, [attack('triggerer', { roll: 2 })]),
  war('W13', { timing: 'action', cost: 2, copies: [3, 1] }, [draw('war'), attack('chosen')]),
  war('W14', { timing: 'battle', cost: 2, copies: [3, 1] }, [roll('any', 'quarter-of-day-count')]),
  war('W15', { timing: 'action', cost: 5, copies: [0, 1] }, [attack('each-other', { roll: 1, stake: 1 })]),
  war('WEA', { timing: 'victory', cost: 0, copies: [1, 0] }, [{ kind: 'victory', sign: 'eagle' }]),
];
