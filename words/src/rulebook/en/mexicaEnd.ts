/** The rules of Mexica about the end of the match. */
import { count } from '../../en/count.ts';
import type { BookText, RuleSpeech } from '../texts.ts';

type End = Pick<BookText<'mexica'>['chapters'], 'apocalypse' | 'ending' | 'winning' | 'leaving'>;

type Speech = RuleSpeech<'mexica'>;

/** Nothing if no god strikes. */
const ifGodsStrike =
  (tell: (speech: Speech) => string) =>
  (speech: Speech): string =>
    speech.options.apocFlavor === 'off' ? '' : tell(speech);

const lefts = ({ options: { countdown, countdownUnit } }: Speech): string =>
  countdownUnit === 'turns'
    ? count(countdown, { one: '# turn', other: '# turns' })
    : count(countdown, { one: '# round', other: '# rounds' });

export const MEXICA_END: End = {
  apocalypse: {
    title: 'Apocalypse',
    rules: {
      1: ({ means }) =>
        `${means('apocTriggers')} ${means('sacrificeThreshold')} ${means('tonantzinCounts')} The apocalypse also begins when no day has a token left. This is looked at when a turn ends.`,
      2: (speech) => `From then on ${lefts(speech)} are left. The turn that brought the apocalypse does not count.`,
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
