/** The Rain deck of both editions, without the lands. */
import { type Design, designer } from './design.ts';
import { cancel, change, gain, goTo, lose, moveChoice, pay, roll, stake } from './effectShorthand.ts';

const rain = designer('rain');

export const RAIN_CARDS: readonly Design[] = [
  rain('R01', { timing: 'action', cost: 1, copies: [0, 2] }, [{ kind: 'space-add', n: 1 }]),
  rain('R02', { timing: 'action', cost: 0, copies: [3, 2] }, [gain(1, 'here')]),
  rain('R03', { timing: 'action', cost: 1, copies: [3, 2] }, [gain(2, 'pool')]),
  rain('R04', { timing: 'battle', cost: 1, copies: [3, 2] }, [roll('defender', 2)]),
  rain('R05', { timing: 'battle', cost: 1, copies: [3, 2] }, [stake(-2)]),
  rain('R06', { timing: 'react-attack', cost: 0, copies: [3, 2] }, [cancel('attack'), pay('self', 'attacker', 1)]),
  rain('R07', { timing: 'react-payment', cost: 1, copies: [3, 2] }, [cancel('payment')]),
  rain('R08', { timing: 'react-card', cost: 1, copies: [3, 2] }, [cancel('card'), roll('any', 1)]),
  rain('R09', { timing: 'action', cost: 1, copies: [3, 2] }, [{ kind: 'deal', mode: 'keep-give' }]),
  rain('R10', { timing: 'action', cost: 0, copies: [3, 2] }, [
    { kind: 'cycle', max: 3 },
    change('play-cost', -1, 'turn'),
  ]),
  rain('R11', { timing: 'action', cost: 1, copies: [3, 2] }, [moveChoice(2)]),
  rain('R12', { timing: 'linger', cost: 2, copies: [0, 2] }, [change('pickup', -1, 'uncovered')]),
  rain('R13', { timing: 'action', cost: 1, copies: [3, 1] }, [
    { kind: 'give-card', from: 'chosen', to: 'self', n: 1 },
    pay('self', 'chosen', 1),
  ]),
  rain('R14', { timing: 'trap', cost: 4, copies: [0, 1] }, [lose(2, 'here', 'triggerer')]),
  rain('R15', { timing: 'action', cost: 5, copies: [0, 1] }, [goTo('chosen'), gain(3, 'pool')]),
  rain('R16', { timing: 'react-draw', cost: 0, copies: [3, 0] }, [cancel('draw')]),
  rain('R17', { timing: 'action', cost: 0, copies: [3, 0] }, [{ kind: 'deal', mode: 'one-each' }]),
  rain('RSE', { timing: 'victory', cost: 0, copies: [1, 0] }, [{ kind: 'victory', sign: 'serpent' }]),
];
