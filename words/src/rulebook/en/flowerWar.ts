/** The rules of Flower War. */
import { count } from '../../en/screen/names.ts';
import type { BookText, RuleSpeech } from '../texts.ts';
import { answers, BY_CARD, cards, CHOICES, EXCHANGE, MANY_ARRIVALS, ROLL, seating, skulls, totals } from './ring.ts';

// The rules of Flower War about omens and the end of the match.

type End = Pick<BookText<'flower-war'>['chapters'], 'omens' | 'apocalypse' | 'ending' | 'winning' | 'leaving'>;
type Speech = RuleSpeech<'flower-war'>;

/** Nothing in an edition without flood and invasion. */
const ifGodsStrike =
  (tell: (speech: Speech) => string) =>
  (speech: Speech): string =>
    speech.options.apocFlavor === 'off' ? '' : tell(speech);

/** Nothing if battles are fought without cards. */
const ifCardsInBattle =
  (text: string) =>
  ({ options }: Speech): string =>
    options.battleCards === 'off' ? '' : text;

const steps = (n: number): string => count(n, { one: '# step', other: '# steps' });

const FLOWER_WAR_END: End = {
  omens: {
    title: 'Omens',
    rules: {
      1: ({ means }) =>
        `Each calendar disc is an omen, which changes one rule for all players. The list of cards has all twenty. ${means('discTiming')}`,
      2: ({ means }) => `An omen is in force until the end of the match. ${means('laterDiscs')}`,
      3: 'Several omens work together. Numbers add up. If two omens say different things about the same step, the stronger one counts. With the Grass there are no battles, whatever the Monkey says about them.',
      4: ({ means }) =>
        `Moving: with the Deer you name any other day and go there. With the Monkey you go one day forward or back. The Deer is stronger than the Monkey, and both are stronger than the die. With the Quake you do it twice. ${means('olin')}`,
      5: 'Forbidden cards: with the Serpent no player may play Rain cards, and with the Rain no War cards. Land cards are always allowed, and traps that already lie there go on working.',
      6: ({ means }) =>
        `Offerings: with the Flint you must make one in your turn if you can pay for it. With the Eagle an offering costs 2 and counts 2. With the Water and the Reed you may give cards in place of skulls, and choose one after another what you pay. ${means('acatlNoDraw')}`,
      7: 'Gifts: with the Rabbit you may put skulls on the day where you stand, in the step of offerings, as far as the day has room.',
      8: 'Taking cards: with the House you may take any card of the god from a pile of the board after an offering, in place of drawing one.',
      9: ({ means, options: { dog, apocFlavor } }) =>
        `${means('dog')}${dog === 'one' ? ' The player who took the disc of the Dog chooses.' : ''}${apocFlavor === 'off' ? '' : ' If the Dog is the only omen, it cancels flood and invasion.'}`,
    },
  },
  apocalypse: {
    title: 'Apocalypse',
    rules: {
      1: ({ means }) => `${means('mode')} From then on the match has an end.`,
      2: 'The player who took this disc counts down. If this player leaves the match, the next one counts.',
      3: ({ options: { countdown } }) =>
        `The countdown begins at 0 and goes on by 1 at the start of each later turn of this player. At ${steps(countdown)} the match is over at once, before that turn is played.`,
      4: 'If both gods have equally many offerings at that moment, the countdown stands still. No offerings at all are level, too.',
      5: ({ means }) => means('balance'),
    },
  },
  ending: {
    title: 'Ending',
    rules: {
      1: ifGodsStrike(
        ({ means }) =>
          `${means('apocFlavor')} This is decided when the apocalypse begins or, if the gods are level then, at the end of the first turn in which they are not. It does not change any more.`,
      ),
      2: ifGodsStrike(
        ({ means }) =>
          `Tlaloc sends the flood. No skull leaves a day any more, neither by picking up nor by a card. Skulls still come from battles and from the pool. ${means('floodOnset')}`,
      ),
      3: ifGodsStrike(
        ({ means }) =>
          `Huitzilopochtli brings the invasion of Cortés. After the battles of your turn you roll a die against his 5. If you have more, you take a skull from your day. If you have less, you lose a skull for good. ${means('invasionPickup')}`,
      ),
      4: ifGodsStrike(
        (speech) =>
          `You are the defender against Cortés. If a coin decides, heads is your side.${ifCardsInBattle(' You may play battle cards for your own roll, but none that change his die, the payment, or let a coin decide.')(speech)}`,
      ),
    },
  },
  winning: {
    title: 'Winning',
    rules: {
      1: 'When the match is over, the player with the most skulls wins.',
      2: ({ means }) => means('tieBreak'),
      3: ({ means }) => `${means('roundCap')} Then it is decided in the same way.`,
    },
  },
  leaving: {
    title: 'Leaving',
    rules: {
      1: 'The skulls of a player who leaves go to the pool, and the cards to the pile of the day. The discs stay off the board and out of reach. If only one player is left, that player wins.',
    },
  },
};

const FIGHTS = {
  each: '- Fight each player who stands there.',
  chooseOne: '- Fight one of the players who stand there.',
} as const;

function turnSteps({ options: { stepOrder, multiBattle } }: Speech): string {
  const collect = ['- Pick up a skull on the day where you arrive.'];
  const fight = FIGHTS[multiBattle];
  return [
    'In your turn you do this, in this order:',
    '- Roll the die and move.',
    ...(stepOrder === 'printed' ? [...collect, fight] : [fight, ...collect]),
    '- Give skulls to the gods, if you like. Each gift may bring you a card.',
    '- Play cards, if you like.',
  ].join('\n');
}

export const FLOWER_WAR: BookText<'flower-war'> = {
  title: 'Flower War',
  chapters: {
    goal: {
      title: 'Goal',
      rules: {
        1: 'Have more skulls than any other player when the apocalypse is over.',
        2: 'You pick up skulls on the days of the calendar and win them in battles. You spend them on the gods, who give you cards, and on playing these cards.',
      },
    },
    setup: {
      title: 'Set-up',
      rules: {
        1: ({ options: { perSpace }, starts: [start] }) =>
          `The board is a ring of twenty days. ${skulls(perSpace)} lie on each day. Another ${skulls(start?.pool ?? 0)} form the pool, which belongs to no player.`,
        2: seating,
        3: ({ starts: [start] }) =>
          `There are two decks, both shuffled. The War deck belongs to the god Huitzilopochtli and has ${cards(start?.warDeck ?? 0)}. The Rain deck belongs to the god Tlaloc and has ${cards(start?.rainDeck ?? 0)}.`,
        4: 'A calendar disc lies on each day. It is the prize for the last skull of the day, and it brings an omen: a change of the rules.',
        5: ({ means }) =>
          `No player has cards. ${means('firstTurnPickup')} A tribe does not arrive on its first day: nothing happens there until another tribe comes.`,
      },
    },
    turn: {
      title: 'Turn',
      rules: {
        1: turnSteps,
        2: 'The players take their turns one after another, East first and West last. Then the next round begins. You may also be asked in the turn of another player, when you are attacked or can answer a card.',
        3: 'Everything is open except the cards in hands and in decks.',
        4: 'A step in which you have nothing to choose passes by itself.',
      },
    },
    move: { title: 'Move', rules: { 1: ROLL, 2: BY_CARD, 3: MANY_ARRIVALS } },
    pickup: {
      title: 'Pick-up',
      rules: {
        1: ({ means }) => `Take 1 skull from the day where you arrive. ${means('stepOrder')}`,
        2: 'Cards and omens can make it more or fewer. Where no skull lies, you take none.',
        3: ({ means }) => `The last skull of a day is special, however you take it. ${means('discPickup')}`,
        4: ({ means, options: { perSpace, refill } }) =>
          `${means('refill')}${refill ? ` It gets ${skulls(perSpace)}, or as many as the pool still has.` : ''}`,
        5: ({ means }) => `Perhaps another player already holds the disc of the day. ${means('discRematch')}`,
      },
    },
    battle: {
      title: 'Battle',
      rules: {
        1: ({ means }) => `${means('multiBattle')} You are the attacker, and the other player is the defender.`,
        2: 'Both players roll one die.',
        3: ({ means, options: { battleCards } }) =>
          `${battleCards === 'off' ? '' : `${EXCHANGE} ${means('passIsFinal')} `}${means('battleCards')}`,
        4: ifCardsInBattle(
          'You pay for a battle card as for any other card, on the day where you stand. If your day is full, you can play no battle card at all, not even a free one.',
        ),
        5: ({ means }) => `${totals('Some cards and omens')} ${means('battleTie')}`,
        6: ({ means }) => `${means('battlePayment')} Cards and omens can raise or lower this, but not below nothing.`,
        7: 'A loser who has fewer skulls pays all of them.',
        8: ({ means }) => means('brokeLoser'),
        9: ({ means, options: { cipactliMany } }) =>
          `With some cards and omens you may attack from afar, once in your turn. This comes after the other battles. The card or the omen says how many days away the other player may be.${cipactliMany ? ` ${means('cipactliMany')}` : ''}`,
      },
    },
    offering: {
      title: 'Offering',
      rules: {
        1: 'Give 1 skull to one of the two gods. It goes to the temple and counts for this god until the end of the match.',
        2: 'For each offering you may draw a card of that god, or take nothing. You may make several offerings to one god at once, with their cards, where nothing can happen in between.',
        3: ({ means }) =>
          `${means('sacrificesPerTurn')} You may give to one god or to both. A player who gives nothing and plays no card may end the turn at once.`,
        4: 'If a deck is empty, all its cards that lie covered in the piles of the days are shuffled and form it again. If there are none, you draw nothing.',
      },
    },
    cards: {
      title: 'Cards',
      rules: {
        1: 'Each card says when you may play it: in your card step, in a battle, or as an answer.',
        2: 'In your card step you may play any number of cards, also those that you drew in this turn. Your turn ends when you are done.',
        3: 'A card costs as many skulls as it says. You put them on the day where you stand. You must have all of them, and the day must have room for them.',
        4: ({ options: { perSpace } }) =>
          `A day has room for ${skulls(perSpace)}. The skulls that you put there can be picked up again.`,
        5: CHOICES,
        6: 'A played card goes to the top of the pile below your day. In your card step you may also discard cards there. That costs nothing and does nothing. Once a turn you may keep all after all, before you choose the card.',
        7: ({ means }) =>
          `A trap and a lingering card work as long as they lie on top of a pile. A trap goes off each time another player arrives there, before the pick-up. A lingering card changes the rules for players who arrive there. ${means('trapsHitOwner')}`,
        8: 'Any other card that comes to the same pile covers them, and then they do nothing. If the covering card is taken away, they work again.',
        9: `${answers('an attack on you, a card that another player plays, or the payment after a battle')} You pay for an answer as for any other card.`,
        10: ({ means }) => means('handLimit'),
      },
    },
    ...FLOWER_WAR_END,
  },
  captions: {
    start:
      'A match of four before the first turn. Each box is a day: its number on the edge, its name, its skulls, ○ for its disc, and a letter for each tribe that stands there. East is to roll.',
    battle: 'East has come to Rabbit and fights North. The dice show 3 and 3, and East may play a card first.',
    trap: 'South has laid a trap on Grass. The next tribe that arrives there is attacked, wherever South stands.',
    apocalypse:
      'East has taken the last skull of House and its disc. The day is full again, the omen of House is in force, and the countdown stands at 0.',
  },
  editions: {
    'flower-war': 'The whole game, with flood and invasion.',
    'flower-war-rules-of-play': 'The game as its Rules of Play tell it, without flood and invasion.',
  },
};
