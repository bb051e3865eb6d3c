/** The rules of Flower War about omens and the end of the match. */
import { count } from '../../en/count.ts';
import type { BookText, RuleSpeech } from '../texts.ts';

type End = Pick<BookText<'flower-war'>['chapters'], 'omens' | 'apocalypse' | 'ending' | 'winning' | 'leaving'>;

type Speech = RuleSpeech<'flower-war'>;

/** Nothing in an edition without flood and invasion. */
const ifGodsStrike =
  (tell: (speech: Speech) => string) =>
  (speech: Speech): string =>
    speech.options.apocFlavor === 'off' ? '' : tell(speech);

const steps = (n: number): string => count(n, { one: '# step', other: '# steps' });

export const FLOWER_WAR_END: End = {
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
      9: ({ means }) =>
        `${means('dog')} The player who took the disc of the Dog chooses. If the Dog is the only omen, it cancels flood and invasion.`,
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
        () =>
          'You are the defender against Cortés. You may play battle cards for your own roll, but none that change his die, the payment, or let a coin decide.',
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
