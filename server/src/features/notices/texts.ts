/** What notices say to people. They name the game and the match, no player, and nothing that happened in the match. */
import type { Words } from '@flower-war/words';
import type { ToSend } from './attempt.ts';

const EN = {
  turn: (game: string, match: string) => `It is your turn in ${game} (match ${match}).`,
  started: (game: string, match: string) => `${game} has begun (match ${match}).`,
  ended: (game: string, match: string) => `${game} is over (match ${match}).`,
  paired: (game: string, match: string) =>
    `Your match in a tournament waits for you: ${game} (match ${match}). Take your seat soon.`,
  begins: (game: string, minutes: number) =>
    minutes === 1
      ? `Your tournament of ${game} begins in a minute.`
      : `Your tournament of ${game} begins in ${minutes} minutes.`,
  placed: (game: string, place: number) => `Your tournament of ${game} is over. Your place: ${place}.`,
  /** The player did not play in it. */
  notPlaced: (game: string) => `Your tournament of ${game} is over. You did not play in it.`,
  challenged: (game: string) => `A player challenges you to ${game}. Look at your page.`,
  accepted: (game: string, match: string) => `Your challenge to ${game} was accepted (match ${match}).`,
  declined: (game: string) => `Your challenge to ${game} was declined.`,
  /** Less than this many hours are left. */
  reminder: (game: string, match: string, hours: number) =>
    hours === 1
      ? `Less than an hour is left for your decision in ${game} (match ${match}).`
      : `Less than ${hours} hours are left for your decision in ${game} (match ${match}).`,
  test: 'Notices of your matches arrive here.',
  proof: (code: string) =>
    `Flower War: enter the code ${code} on your page to get notices of your matches here. If you did not ask for it, do nothing.`,
  /** Of mails. */
  subjects: {
    turn: 'it is your turn',
    started: 'a match has begun',
    ended: 'a match is over',
    paired: 'your match waits for you',
    begins: 'your tournament begins soon',
    placed: 'your tournament is over',
    challenged: 'a challenge',
    accepted: 'your challenge was accepted',
    declined: 'your challenge was declined',
    reminder: 'your time runs out',
    test: 'a test',
    proof: 'your code',
    digest: 'your matches',
  } satisfies Readonly<Record<ToSend['kind'], string>>,
  stop: 'To get no more of these mails:',
  /** The page where the link of a mail leads. */
  stopping: {
    ask: 'Shall the server send no more notices of matches to this address?',
    act: 'Send no more',
    done: 'The server sends no more notices to this address.',
  },
};

type NoticeTexts = Readonly<typeof EN>;

const ES: NoticeTexts = {
  turn: (game, match) => `Te toca en ${game} (partida ${match}).`,
  started: (game, match) => `${game} ha empezado (partida ${match}).`,
  ended: (game, match) => `${game} ha terminado (partida ${match}).`,
  paired: (game, match) => `Te espera tu partida de un torneo: ${game} (partida ${match}). Siéntate pronto.`,
  begins: (game, minutes) =>
    minutes === 1
      ? `Tu torneo de ${game} empieza en un minuto.`
      : `Tu torneo de ${game} empieza en ${minutes} minutos.`,
  placed: (game, place) => `Tu torneo de ${game} ha terminado. Tu puesto: ${place}.`,
  notPlaced: (game) => `Tu torneo de ${game} ha terminado. No jugaste en él.`,
  challenged: (game) => `Un jugador te reta a ${game}. Mira tu página.`,
  accepted: (game, match) => `Han aceptado tu reto a ${game} (partida ${match}).`,
  declined: (game) => `Han rechazado tu reto a ${game}.`,
  reminder: (game, match, hours) =>
    hours === 1
      ? `Queda menos de una hora para tu decisión en ${game} (partida ${match}).`
      : `Quedan menos de ${hours} horas para tu decisión en ${game} (partida ${match}).`,
  test: 'Aquí llegan los avisos de tus partidas.',
  proof: (code) =>
    `Flower War: escribe el código ${code} en tu página para recibir aquí los avisos de tus partidas. Si no lo has pedido, no hagas nada.`,
  subjects: {
    turn: 'te toca',
    started: 'ha empezado una partida',
    ended: 'ha terminado una partida',
    paired: 'te espera tu partida',
    begins: 'tu torneo empieza pronto',
    placed: 'tu torneo ha terminado',
    challenged: 'un reto',
    accepted: 'han aceptado tu reto',
    declined: 'han rechazado tu reto',
    reminder: 'se acaba tu tiempo',
    test: 'una prueba',
    proof: 'tu código',
    digest: 'tus partidas',
  },
  stop: 'Para no recibir más de estos correos:',
  stopping: {
    ask: '¿Quieres que el servidor no mande más avisos de partidas a esta dirección?',
    act: 'No mandar más',
    done: 'El servidor no manda más avisos a esta dirección.',
  },
};

/** @public The language files translate what such a file exports. */
export const NOTICES = { of: 'sent', en: EN, es: ES };

/** What is not there in a language that is a file is English. */
export const noticeTexts = ({ language, translate }: Words): NoticeTexts =>
  translate?.(`page.${NOTICES.of}`, NOTICES.en) ?? (language === 'es' ? NOTICES.es : NOTICES.en);
