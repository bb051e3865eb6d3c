/** What the first match explains, once for each kind of question. */
import type { Phases } from './table.ts';

export const HINTS: Phases = {
  ring: {
    moving: 'Your turn begins with a move along the ring. Where you stop you may have to fight, and you collect there.',
    'adding-steps': 'A card or an omen lets you go farther than the die says. Choose a day that is worth it.',
    'choosing-opponent': 'You share your day with several tribes. You fight one of them.',
    ranged: 'You may attack a tribe that stands near, without going there. The loser of a battle pays.',
    battle: 'In a battle each side rolls a die, and the higher total wins. Battle cards change the dice or the totals.',
    reacting: 'Some of your cards answer what another player does. No other player sees that you are asked.',
    'paying-card': 'A loser without anything to pay gives up a card instead.',
    claiming: 'The loser had nothing to pay, so you may draw a card in its place.',
    offering:
      'What you offer to a god feeds it, and the god may give you a card. You may offer several times, or finish.',
    sacrificing: 'An offering may cost more than one. You can pay with what you have collected, or with a card.',
    drawing: 'The god to whom you offered lets you draw from its deck.',
    playing: 'Now you may play cards from your hand. When you finish, your turn ends.',
    discarding: 'A discarded card is gone, and its place in your hand is free.',
    picking: 'You choose cards one after another. Finish when you have chosen enough.',
    choosing: 'The card that you played leaves you a choice.',
    dealing: 'You look at the top cards of a deck, and say where each one goes.',
    giving: 'Another player gets what you did not keep.',
    cancelling: 'An omen is a change of the rules. You may end one of them.',
    'taking-disc':
      'The last skull of a day brings its calendar disc. Discs bring omens, and the end of the world nearer.',
  },
  'space-aztecs': {
    taking: 'In each round you take a pile, look at its cards and keep one of them. The others go back.',
    choosing: 'All choose at the same time. The player whose card has the earliest time starts the next round.',
    hiding: 'An Aztec under a temple of its colour is safe from flying saucers.',
    capturing: 'A flying saucer takes an Aztec of its colour that lies open in another city.',
  },
  tieqchieq: {
    tossing: 'You toss four coins. The number of heads is the number of squares that one of your tokens moves.',
    acting:
      'Bring in a token, or move one by exactly what you tossed. Where a token of the other player stands, coins decide the fight.',
    bonus: 'A plus allows one more step. It may take you out of danger, or into it.',
  },
};
