/** The rules of Mexica about the end of the match, in Spanish. */
import { count } from '../../es/count.ts';
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
    ? count(countdown, { one: 'queda # turno', other: 'quedan # turnos' })
    : count(countdown, { one: 'queda # ronda', other: 'quedan # rondas' });

export const MEXICA_END: End = {
  apocalypse: {
    title: 'Apocalipsis',
    rules: {
      1: ({ means }) =>
        `${means('apocTriggers')} ${means('sacrificeThreshold')} ${means('tonantzinCounts')} El apocalipsis también empieza cuando no queda ninguna ficha en los días. Esto se mira al final de cada turno.`,
      2: (speech) => `Desde entonces ${lefts(speech)}. El turno que trajo el apocalipsis no cuenta.`,
      3: 'Mientras los dos dioses tienen las mismas fichas, la cuenta se detiene.',
      5: ({ means }) => means('balance'),
      4: 'Aún puedes ganar hasta que acabe el último turno.',
    },
  },
  ending: {
    title: 'Desenlace',
    rules: {
      1: ifGodsStrike(
        ({ means }) =>
          `${means('apocFlavor')} Si los dioses están igualados cuando empieza el apocalipsis, esto se decide al final del primer turno en que no lo están. ${means('flavorLock')}`,
      ),
      2: ifGodsStrike(
        () =>
          'Tláloc envía el diluvio. Ninguna ficha sale ya de un día, ni al recoger ni por una carta. El tributo, las batallas, las ofrendas y las cartas siguen.',
      ),
      3: ifGodsStrike(
        ({ means, options: { warLoss } }) =>
          `Huitzilopochtli trae la guerra. ${means('warLoss')}${warLoss === 'space' ? ' Si era la última ficha del día, recibes su carta de semana.' : ''}`,
      ),
    },
  },
  winning: {
    title: 'Victoria',
    rules: {
      1: 'Un jugador que tiene los tres signos gana en el acto, también en el turno de otro jugador.',
      2: ({ means }) =>
        `Un signo cuenta una vez, lo tengas por una carta de semana, por una carta de victoria o por las dos. ${means('victoryCardsPublic')}`,
      3: ({ means }) => means('noWinnerFallback'),
      4: ({ means }) => `${means('roundCap')} Entonces es como si se hubiera acabado el tiempo.`,
    },
  },
  leaving: {
    title: 'Abandono',
    rules: {
      1: 'Las fichas de un jugador que se va van a la reserva, sus cartas a los descartes, sus cartas de victoria vuelven a sus mazos y sus cartas de semana a la caja. Si solo queda un jugador, gana él.',
    },
  },
};
