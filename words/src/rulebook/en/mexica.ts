/** The rules of Mexica. */
import { count } from '../../en/screen/names.ts';
import type { BookText, RuleSpeech } from '../texts.ts';
import { answers, BY_CARD, cards, CHOICES, EXCHANGE, MANY_ARRIVALS, ROLL, seating, tokens, totals } from './ring.ts';

// The rules of Mexica about the end of the match.

type End = Pick<BookText<'mexica'>['chapters'], 'apocalypse' | 'ending' | 'winning' | 'leaving'>;
type Speech = RuleSpeech<'mexica'>;

/** Nothing if no god strikes. */
const ifGodsStrike =
  (tell: (speech: Speech) => string) =>
  (speech: Speech): string =>
    speech.options.apocFlavor === 'off' ? '' : tell(speech);

/** Nothing if week cards have no bonus. */
const ifWeeksHelp = ({ options }: Speech, text: string): string => (options.weekBonuses === 'off' ? '' : text);

const lefts = ({ options: { countdown, countdownUnit } }: Speech): string =>
  countdownUnit === 'turns'
    ? count(countdown, { one: '# turn is', other: '# turns are' })
    : count(countdown, { one: '# round is', other: '# rounds are' });

const MEXICA_END: End = {
  apocalypse: {
    title: 'Apocalypse',
    rules: {
      1: ({ means, options: { apocTriggers } }) => {
        const enough = `${means('sacrificeThreshold')} ${means('tonantzinCounts')}`;
        return `${means('apocTriggers')} ${apocTriggers === 'weeks' ? '' : `${enough} `}The apocalypse also begins when no day has a token left. This is looked at when a turn ends.`;
      },
      2: (speech) => `From then on ${lefts(speech)} left. The turn that brought the apocalypse does not count.`,
      3: 'While both gods have equally many tokens, the countdown stands still.',
      5: ({ means }) => means('balance'),
      4: 'You can still win until the last turn is over.',
    },
  },
  ending: {
    title: 'Ending',
    rules: {
      1: ifGodsStrike(
        ({ means }) =>
          `${means('apocFlavor')} If the gods are level when the apocalypse begins, this is decided at the end of the first turn in which they are not. ${means('flavorLock')}`,
      ),
      2: ifGodsStrike(
        () =>
          'Tlaloc sends the flood. No token leaves a day any more, neither by collecting nor by a card. Tribute, battles, offerings and cards go on.',
      ),
      3: ifGodsStrike(
        ({ means, options: { warLoss } }) =>
          `Huitzilopochtli brings the war. ${means('warLoss')}${warLoss === 'space' ? ' If that was the last token of the day, you get its week card.' : ''}`,
      ),
    },
  },
  winning: {
    title: 'Winning',
    rules: {
      1: 'A player who has all three signs wins at once, also in the turn of another player.',
      2: ({ means }) =>
        `A sign counts once, whether you have it by a week card, by a victory card or by both. ${means('victoryCardsPublic')}`,
      3: ({ means }) => means('noWinnerFallback'),
      4: ({ means }) => `${means('roundCap')} Then it is as if time had run out.`,
    },
  },
  leaving: {
    title: 'Leaving',
    rules: {
      1: 'The tokens of a player who leaves go to the pool, the cards to the discards, the victory cards back into their decks, and the week cards to the box. If only one player is left, that player wins.',
    },
  },
};

const FIGHTS = {
  each: '- Fight each player who stands there.',
  chooseOne: '- Fight one of the players who stand there.',
} as const;

function steps({ options: { stepOrder, multiBattle } }: Speech): string {
  const collect = [
    '- Collect a token on the day where you arrive.',
    '- Pay a token to the player who holds the week card of this day.',
  ];
  const fight = FIGHTS[multiBattle];
  return [
    'In your turn you do this, in this order:',
    '- Roll the die and move.',
    ...(stepOrder === 'printed' ? [...collect, fight] : [fight, ...collect]),
    '- Give tokens to the gods, if you like. Each gift may bring you a card.',
    '- Play cards, if you like.',
  ].join('\n');
}

export const MEXICA: BookText<'mexica'> = {
  title: 'Mexica',
  chapters: {
    goal: {
      title: 'Goal',
      rules: {
        1: 'Be the first player with all three signs of victory: serpent, eagle and flower.',
        2: ({ day }) =>
          `You get a sign with the week card of ${day(5)}, ${day(15)} or ${day(20)}, which is the prize for the last token of that day, or with one of three victory cards in the decks. If the apocalypse comes first, perhaps no player wins.`,
      },
    },
    setup: {
      title: 'Set-up',
      rules: {
        1: ({ options: { perSpace }, starts: [start] }) =>
          `The board is a ring of twenty days. ${tokens(perSpace)} lie on each day. Another ${tokens(start?.pool ?? 0)} form the pool, which belongs to no player.`,
        2: seating,
        3: ({ starts: [start], means }) =>
          `There are three decks, all shuffled: the War deck of the god Huitzilopochtli with ${cards(start?.warDeck ?? 0)}, the Rain deck of the god Tlaloc with ${cards(start?.rainDeck ?? 0)}, and the Day deck with ${cards(start?.dayDeck ?? 0)}. ${means('earlyDecks')}`,
        4: 'There are twenty week cards, one for each day. At the start they are in the box.',
        5: 'No player has tokens or cards. A tribe does not arrive on its first day: nothing happens there until another tribe comes.',
      },
    },
    turn: {
      title: 'Turn',
      rules: {
        1: steps,
        2: 'The players take their turns one after another, East first. When all have had a turn, the next round begins. You may also be asked in the turn of another player, when you are attacked or can answer a card.',
        3: ({ options: { victoryCardsPublic } }) =>
          `Everything is open except the cards in hands and in decks, ${victoryCardsPublic ? '' : 'victory cards, '}and the events that wait.`,
        4: 'A card can give you one more turn after this one. In that turn you cannot earn a further one. A step in which you have nothing to choose passes by itself.',
      },
    },
    move: {
      title: 'Move',
      rules: {
        1: ROLL,
        2: BY_CARD,
        3: (speech) =>
          `Some cards${ifWeeksHelp(speech, ' and week cards')} let you go farther than you rolled. You choose how many of these days you add. Cards that slow you down take days off your roll, but you go at least 1 day.`,
        4: MANY_ARRIVALS,
      },
    },
    collect: {
      title: 'Collect',
      rules: {
        1: ({ means }) => `Take 1 token from the day where you arrive. ${means('stepOrder')}`,
        2: (speech) =>
          `Cards${ifWeeksHelp(speech, ' and week cards')} can make it more or fewer. They count only for the first collection of your turn.`,
        3: ({ means }) => means('firstLandingDayCard'),
        4: 'Where no token lies, you take none, and you get no card.',
      },
    },
    week: {
      title: 'Week card',
      rules: {
        1: 'If you take the last token of a day, by collecting or by a card, you get the week card of this day. You take it from the box, or from the player who holds it.',
        2: ({ options: { perSpace } }) =>
          `Then the day is filled from the pool with ${tokens(perSpace)}, or with as many as the pool still has.`,
        3: ({ means, options: { weekBonuses } }) =>
          `${means('weekBonuses')}${weekBonuses === 'off' ? '' : ' It also earns you tribute.'}`,
        4: ({ day }) =>
          `The week cards of ${day(5)}, ${day(15)} and ${day(20)} count as the signs serpent, eagle and flower.`,
      },
    },
    tribute: {
      title: 'Tribute',
      rules: {
        1: 'If you arrive on a day whose week card another player holds, you pay that player 1 token. You have collected before, so you can usually pay.',
        2: 'If you hold the card of the day yourself, you pay nothing there.',
        3: ({ means }) => means('victoryCardsTakeTribute'),
        4: 'What you cannot pay is forgiven. You pay also if a battle follows.',
      },
    },
    battle: {
      title: 'Battle',
      rules: {
        1: ({ means }) => `${means('multiBattle')} You are the attacker, and the other player is the defender.`,
        2: 'Both players roll one die.',
        3: ({ means }) => `${EXCHANGE} ${means('passIsFinal')}`,
        4: ({ means }) => `${totals('Some cards')} ${means('battleTie')}`,
        5: ({ means }) =>
          `${means('battlePayment')} Cards can raise or lower this, but not below nothing. After a coin it is 1 token.`,
        6: 'A loser who has fewer tokens pays all of them, and nothing else.',
        7: ({ means }) =>
          `A loser without tokens pays with a card from the hand and chooses which. The other players do not see it. ${means('victoryCardsPayable')} Week cards and events that wait are never paid.`,
        8: 'If the loser has nothing at all, the winner draws a Day card.',
        9: (speech) =>
          `With some cards${ifWeeksHelp(speech, ' and week cards')} you may attack one player from afar, once in your turn. This comes after the other battles. The cards say how many days away the other player may be.`,
      },
    },
    offering: {
      title: 'Offering',
      rules: {
        1: ({ means }) =>
          `You may give tokens to Huitzilopochtli or Tlaloc. ${means('godCardCost')} The tokens go to the temple and count for this god until the end of the match. Cards can change the price, but it is at least 1.`,
        2: 'For each offering you may draw a card of that god, or take nothing. You may make several offerings to one god at once, with their cards, where nothing can happen in between.',
        3: ({ means }) =>
          `${means('sacrificesPerTurn')} You may give to one god or to both. A player who gives nothing and plays no card may end the turn at once.`,
        4: ({ means }) =>
          `Once in your turn you may give to Tonantzin and draw a Day card. ${means('tonantzinCost')} Cards can change this price, too. These tokens leave the game. ${means('mixOfferings')}`,
        5: 'If a deck is empty, its used cards are shuffled and form it again. If there are none, you draw nothing.',
      },
    },
    cards: {
      title: 'Cards',
      rules: {
        1: 'Each card says when you may play it: in your card step, in a battle, or as an answer. A victory card lies in front of you as soon as you get it, and cannot be discarded.',
        2: 'In your card step you may play any number of cards, also those that you drew in this turn. Your turn ends when you are done.',
        3: 'An event happens whether you like it or not. It waits for your next card step, and then comes before your other cards, the oldest event first. At most 13 events happen in a turn.',
        4: 'Playing a card costs nothing.',
        5: CHOICES,
        6: 'A used card goes to the discards of its deck. In your card step you may also discard cards, which does nothing. Once a turn you may keep all after all, before you choose the card.',
        7: answers(
          'an attack on you, a card that another player plays, the payment after a battle, tribute, or the drawing of a card',
        ),
        8: ({ means }) => means('handLimit'),
      },
    },
    ...MEXICA_END,
  },
  captions: {
    start:
      'A match of four before the first turn. Each box is a day: its number on the edge, its name, its tokens, □ for its week card, and a letter for each tribe that stands there. East is to roll.',
    weekCard: 'North has taken the last token of Deer and holds its week card. The day is full again.',
    tribute: 'East holds the week card of Eagle. South is to roll: on Eagle it would pay East a token.',
    apocalypse:
      'The gods have as many tokens as it takes. Huitzilopochtli has more of them, so the war has come. 13 turns are left.',
  },
  editions: {
    mexica: 'The whole game.',
    'flower-war-early': 'The game that grew out of Mexica and became Flower War.',
  },
};
