/** The options of every game. */
import type { OptionTables, RingOptions } from '../words.ts';
import { count } from './screen/names.ts';

// The options of the games on the ring.

const COMPASS: Readonly<Record<string, string>> = {
  E: 'East',
  N: 'North',
  S: 'South',
  C: 'Center',
  Z: 'Zenith',
  W: 'West',
};

const order = (letters: string): string =>
  `The seats that play take their turns in this order: ${[...letters].map((one) => COMPASS[one] ?? one).join(', ')}.`;

const times = (n: number) => count(n, { one: '# time', other: '# times' });

const ring = (skull: string): RingOptions => {
  const skulls = (n: number) => count(n, { one: `# ${skull}`, other: `# ${skull}s` });
  return {
    length: {
      title: 'Length',
      means: { standard: 'The match has its full length.', short: 'The match is short: less lies on each day.' },
    },
    turnOrder: { title: 'Order of turns', means: order },
    startSpaces: {
      title: 'First days',
      means: {
        threshold: 'Each player starts on the day just before their own quarter of the ring.',
        firstOfQuadrant: 'Each player starts on the first day of their own quarter of the ring.',
      },
    },
    perSpace: { title: 'A full day', means: (n) => `A full day holds ${skulls(n)}.` },
    tokensTotal: {
      title: `All ${skull}s`,
      means: (n) => `There are ${skulls(n)} in the game, or more if the days need more.`,
    },
    countdown: { title: 'Countdown', means: (n) => `The apocalypse counts ${times(n)} down before the match ends.` },
    roundCap: {
      title: 'Longest match',
      means: (n) => `The match ends after ${count(n, { one: '# round', other: '# rounds' })} at the latest.`,
    },
    stepOrder: {
      title: 'Order of steps',
      means: {
        printed: `A player who arrives first collects ${skull}s and then fights.`,
        battleFirst: `A player who arrives first fights and then collects ${skull}s.`,
      },
    },
    battleTie: {
      title: 'Level battles',
      means: {
        none: 'Nothing happens after a level battle.',
        reroll: 'Both players roll again after a level battle.',
        defender: 'The defender wins a level battle.',
      },
    },
    battlePayment: {
      title: 'What a battle costs',
      means: {
        lowerTotal: `The loser pays as many ${skull}s as the lower result of the battle.`,
        difference: `The loser pays as many ${skull}s as the two results of the battle differ.`,
        one: `The loser pays one ${skull}.`,
      },
    },
    multiBattle: {
      title: 'Several players on a day',
      means: {
        each: 'A player who arrives fights each other player on the day.',
        chooseOne: 'A player who arrives chooses one player on the day and fights only that one.',
      },
    },
    passIsFinal: {
      title: 'Passing in a battle',
      means: {
        yes: 'A player who passes plays no more cards in this battle.',
        no: 'A player who passes may still play a card after the other player plays one.',
      },
    },
    sacrificesPerTurn: {
      title: 'Offerings in a turn',
      means: (n) =>
        n === 0
          ? 'A player may make any number of offerings in a turn.'
          : `A player may make at most ${count(n, { one: '# offering', other: '# offerings' })} in a turn.`,
    },
    handLimit: {
      title: 'Cards in hand',
      means: (n) =>
        n === 0
          ? 'A player may keep any number of cards.'
          : `A player keeps at most ${count(n, { one: '# card', other: '# cards' })} at the end of the turn.`,
    },
  };
};

const FLOWER_WAR: OptionTables['flower-war'] = {
  ...ring('skull'),
  mode: {
    title: 'Discs until the apocalypse',
    means: {
      quick: 'The apocalypse begins with the first disc.',
      long: 'The apocalypse begins with the second disc.',
      epic: 'The apocalypse begins with the third disc.',
    },
  },
  discPickup: {
    title: 'Taking a disc',
    means: {
      auto: 'A player who takes the last skull of a day takes its disc.',
      optional: 'A player who takes the last skull of a day may leave its disc there.',
    },
  },
  discRematch: {
    title: 'A disc that another player holds',
    means: {
      duel: 'Two players roll for the disc, and the holder keeps it if they roll the same.',
      transfer: 'The holder gives the disc to the player who takes the last skull.',
    },
  },
  refill: {
    title: 'Empty days',
    means: { yes: 'An empty day is filled again from the pool.', no: 'An empty day stays empty.' },
  },
  discTiming: {
    title: 'When omens begin',
    means: {
      trigger: 'All omens begin together with the apocalypse.',
      immediate: 'Each omen begins when a player takes its disc.',
    },
  },
  laterDiscs: {
    title: 'Discs after the apocalypse began',
    means: {
      none: 'A disc that is taken later changes no rule.',
      active: 'A disc that is taken later changes the rules, too.',
    },
  },
  apocFlavor: {
    title: 'Which god strikes',
    means: {
      least: 'The god with fewer offerings strikes, with a flood or an invasion.',
      most: 'The god with more offerings strikes, with a flood or an invasion.',
      off: 'There is no flood and no invasion.',
    },
  },
  floodOnset: {
    title: 'When the flood comes',
    means: {
      none: 'Nothing is lost when the flood comes.',
      twoEach:
        'Each player takes 2 skulls from their own day when the flood comes, and the rest of these days is lost.',
    },
  },
  invasionPickup: {
    title: 'Skulls during the invasion',
    means: {
      yes: 'Players still pick up skulls during the invasion.',
      no: 'Players pick up no skulls during the invasion.',
    },
  },
  brokeLoser: {
    title: 'A loser without skulls',
    means: {
      draw: 'The winner may draw a card if the loser has no skull to pay.',
      nothing: 'The winner gets nothing if the loser has no skull to pay.',
    },
  },
  battleCards: {
    title: 'Cards in battle',
    means: { on: 'Players may play cards in a battle.', off: 'Players play no cards in a battle.' },
  },
  trapsHitOwner: {
    title: 'Your own traps',
    means: {
      yes: 'Traps and lingering cards also work on the player who laid them.',
      no: 'Traps and lingering cards work only on other players.',
    },
  },
  dog: {
    title: 'The omen of the Dog',
    means: { one: 'The Dog cancels one other omen.', all: 'The Dog cancels all other omens.' },
  },
  xochitl: {
    title: 'The omen of the Flower',
    means: {
      stakeMinus1: 'The loser of a battle pays 1 skull less.',
      none: 'The Flower changes no rule.',
      bothLose1: 'Both players lose 1 skull to the day after a battle.',
    },
  },
  olin: {
    title: 'The omen of the Quake',
    means: {
      full: 'A player moves twice, and both moves count in full.',
      last: 'A player moves twice, and only the second move counts.',
    },
  },
  acatlNoDraw: {
    title: 'The omen of the Reed',
    means: {
      yes: 'A card that is offered under the Reed draws no card.',
      no: 'A card that is offered under the Reed draws a card like a skull.',
    },
  },
  cipactliMany: {
    title: 'The omen of the Crocodile',
    means: {
      yes: 'With the Crocodile, a player may attack each other player once in a turn, however far away.',
      no: 'A player may attack one other player in a turn.',
    },
  },
  firstTurnPickup: {
    title: 'Skulls at the start',
    means: {
      yes: 'Each player except the first starts with a skull of their own day.',
      no: 'All players start without skulls.',
    },
  },
  tieBreak: {
    title: 'Equal skulls at the end',
    means: {
      standard: 'If players have equally many skulls, discs decide, then cards in hand.',
      shared: 'Players with equally many skulls share the victory.',
    },
  },
  balance: {
    title: 'Gods that stay level',
    means: {
      lastOffering: 'If nothing is left to offer, the god of the last offering counts as the greater one.',
      shared: 'If nothing is left to offer, the match ends, and the players with most skulls share the victory.',
      wait: 'If nothing is left to offer, the match goes on to its last round.',
    },
  },
};

const MEXICA: OptionTables['mexica'] = {
  ...ring('token'),
  countdownUnit: {
    title: 'What is counted down',
    means: { turns: 'The apocalypse counts turns.', rounds: 'The apocalypse counts rounds.' },
  },
  tonantzinCost: {
    title: 'Price of Tonantzin',
    means: (n) => `An offering to Tonantzin costs ${count(n, { one: '# token', other: '# tokens' })}.`,
  },
  tonantzinCounts: {
    title: 'Offerings to Tonantzin',
    means: {
      yes: 'Tokens for Tonantzin bring the apocalypse closer, too.',
      no: 'Tokens for Tonantzin do not bring the apocalypse closer.',
    },
  },
  godCardCost: {
    title: 'Price of an offering',
    means: (n) => `An offering to a god costs ${count(n, { one: '# token', other: '# tokens' })}.`,
  },
  mixOfferings: {
    title: 'Gods and Tonantzin in one turn',
    means: {
      yes: 'A player may give to the gods and to Tonantzin in the same turn.',
      no: 'A player gives either to the gods or to Tonantzin in a turn.',
    },
  },
  firstLandingDayCard: {
    title: 'First on a full day',
    means: {
      yes: 'A player who collects from a full day draws a Day card.',
      no: 'A full day brings no card.',
    },
  },
  victoryCardsTakeTribute: {
    title: 'Tribute for victory cards',
    means: {
      yes: 'A victory card earns tribute on its day, like a week card.',
      no: 'Only week cards earn tribute.',
    },
  },
  victoryCardsPayable: {
    title: 'Paying with victory cards',
    means: {
      last: 'A loser who has nothing else pays with a victory card.',
      never: 'No player pays with a victory card.',
    },
  },
  victoryCardsPublic: {
    title: 'Victory cards',
    means: { yes: 'Victory cards lie face up.', no: 'Victory cards stay hidden.' },
  },
  weekBonuses: {
    title: 'Week cards',
    means: {
      on: 'Each week card helps its holder.',
      off: 'Week cards earn tribute, and some count as signs. They do nothing else.',
    },
  },
  earlyDecks: {
    title: 'Where the victory cards are',
    means: {
      asMexica: 'The Eagle is in the War deck, the Serpent in the Rain deck and the Flower in the Day deck.',
      dayOnly: 'All three victory cards are in the Day deck.',
    },
  },
  godDeckSize: {
    title: 'Cards of each god',
    means: (n) => `Each god has ${count(n, { one: '# card', other: '# cards' })} beside the victory card.`,
  },
  sacrificeThreshold: {
    title: 'Offerings until the apocalypse',
    means: (n) => `The apocalypse begins after ${count(n, { one: '# offered token', other: '# offered tokens' })}.`,
  },
  apocTriggers: {
    title: 'What brings the apocalypse',
    means: {
      both: 'Enough offerings or the last week card bring the apocalypse.',
      sacrifices: 'Enough offerings bring the apocalypse.',
      weeks: 'The last week card brings the apocalypse.',
    },
  },
  apocFlavor: {
    title: 'Which god strikes',
    means: {
      most: 'The god with more offerings strikes, with a flood or a war.',
      least: 'The god with fewer offerings strikes, with a flood or a war.',
      off: 'There is no flood and no war.',
    },
  },
  flavorLock: {
    title: 'Change of the ending',
    means: {
      yes: 'Flood or war, once it has come, stays until the end.',
      no: 'Flood and war may follow each other when the offerings change.',
    },
  },
  warLoss: {
    title: 'What the war takes',
    means: {
      space: 'In the war, one more token of the day is lost at each collection.',
      collector: 'In the war, one of the collected tokens is lost.',
      onset: 'When the war comes, each day loses a token.',
    },
  },
  noWinnerFallback: {
    title: 'No player with three signs',
    means: {
      none: 'If time runs out, no player wins.',
      mostSigns: 'If time runs out, the player with most signs wins, then most week cards, then most tokens.',
    },
  },
  balance: {
    title: 'Gods that stay level',
    means: {
      wait: 'If no token is left to offer, the match goes on to its last round.',
      lastOffering: 'If no token is left to offer, the god of the last offering counts as the greater one.',
    },
  },
};

const STARTER = (seat: number) => `Seat ${seat} starts.`;

export const OPTIONS: OptionTables = {
  'flower-war': FLOWER_WAR,
  mexica: MEXICA,
  'space-aztecs': {
    removedSet: {
      title: 'The colour that stays in the box',
      means: {
        random: 'With two to four players, one colour is taken out at random.',
        P: 'With two to four players, the pink villagers and animals are taken out.',
        Y: 'With two to four players, the yellow warriors are taken out.',
        B: 'With two to four players, the blue superiors are taken out.',
        G: 'With two to four players, the green special agents are taken out.',
      },
    },
    codex: {
      title: 'Codices',
      means: { yes: 'The eight codices are in the game.', no: 'The game has no codices, which is simpler.' },
    },
    memoryAid: {
      title: 'Memory',
      means: {
        off: 'Players remember what they saw in the piles.',
        ownLog: 'The table shows each player what that player last saw in each pile.',
      },
    },
    agentSelf: {
      title: 'An Agent that arrives',
      means: {
        yes: 'An Agent may go under a temple when it arrives.',
        no: 'An Agent helps only the Aztecs that arrive after it.',
      },
    },
    revealOrder: {
      title: 'Order of the cards',
      means: {
        clockwise: 'Players reveal their cards clockwise, from the player with the earliest card on.',
        byTime: 'Players reveal their cards in the order of their times.',
      },
    },
    startPlayer: {
      title: 'Who starts',
      means: {
        random: 'Chance decides who starts.',
        host: 'The host of the table starts.',
        'seat-0': STARTER(1),
        'seat-1': STARTER(2),
        'seat-2': STARTER(3),
        'seat-3': STARTER(4),
        'seat-4': STARTER(5),
        'seat-5': STARTER(6),
      },
    },
    tieBreak: {
      title: 'Equal points',
      means: {
        standard: 'If players have equally many points, Aztecs decide, then temples.',
        shared: 'Players with equally many points share the victory.',
      },
    },
  },
  tieqchieq: {
    board: {
      title: 'Board',
      means: {
        S7: 'Each player owns one square of the lane.',
        F7: 'Each player owns two squares of the lane, and the match lasts longer.',
      },
    },
    surcharge: {
      title: 'Tosses that do not fit',
      means: {
        exact: 'A token moves only if a square fits the toss exactly.',
        spendUpTo: 'A token that no square fits exactly goes as far as the toss allows.',
      },
    },
    plusFree: {
      title: "A bonus step onto the other player's square",
      means: {
        yes: "A bonus step onto the other player's square costs nothing more.",
        no: "A bonus step cannot go onto the other player's square.",
      },
    },
    mayPass: {
      title: 'Passing',
      means: { yes: 'A player may pass instead of moving.', no: 'A player who can move must move.' },
    },
    stacking: {
      title: 'Several tokens on a square',
      means: {
        yes: 'Several tokens of one player may stand on a square, and lose a battle together.',
        no: 'Only one token may stand on a square.',
      },
    },
    startPlayer: {
      title: 'Who starts',
      means: {
        random: 'Chance decides who starts.',
        host: 'The host of the table starts.',
        'seat-0': 'Red starts.',
        'seat-1': 'Yellow starts.',
      },
    },
    turnCap: {
      title: 'Longest match',
      means: (n) => `The match ends after ${count(n, { one: '# toss', other: '# tosses' })} at the latest.`,
    },
  },
};
