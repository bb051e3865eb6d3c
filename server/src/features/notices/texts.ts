/** What notices say to people. They name the game and the match, no player, and nothing that happened in the match. */
import type { Told } from './attempt.ts';

export interface NoticeTexts {
  readonly turn: (game: string, match: string) => string;
  readonly started: (game: string, match: string) => string;
  readonly ended: (game: string, match: string) => string;
  readonly paired: (game: string, match: string) => string;
  readonly challenged: (game: string) => string;
  readonly accepted: (game: string, match: string) => string;
  readonly declined: (game: string) => string;
  /** Less than so many hours are left. */
  readonly reminder: (game: string, match: string, hours: number) => string;
  readonly test: string;
  readonly proof: (code: string) => string;
  /** Of mails. */
  readonly subjects: Readonly<Record<Told['kind'], string>>;
  readonly stop: string;
  /** The page where the link of a mail leads. */
  readonly stopping: { readonly ask: string; readonly act: string; readonly done: string };
}

const EN: NoticeTexts = {
  turn: (game, match) => `It is your turn in ${game} (match ${match}).`,
  started: (game, match) => `${game} has begun (match ${match}).`,
  ended: (game, match) => `${game} is over (match ${match}).`,
  paired: (game, match) => `Your match in a tournament waits for you: ${game} (match ${match}). Take your seat soon.`,
  challenged: (game) => `A player challenges you to ${game}. Look at your page.`,
  accepted: (game, match) => `Your challenge to ${game} was accepted (match ${match}).`,
  declined: (game) => `Your challenge to ${game} was declined.`,
  reminder: (game, match, hours) =>
    hours === 1
      ? `Less than an hour is left for your decision in ${game} (match ${match}).`
      : `Less than ${hours} hours are left for your decision in ${game} (match ${match}).`,
  test: 'Notices of your matches arrive here.',
  proof: (code) =>
    `Flower War: enter the code ${code} on your page to get notices of your matches here. If you did not ask for it, do nothing.`,
  subjects: {
    turn: 'it is your turn',
    started: 'a match has begun',
    ended: 'a match is over',
    paired: 'your match waits for you',
    challenged: 'a challenge',
    accepted: 'your challenge was accepted',
    declined: 'your challenge was declined',
    reminder: 'your time runs out',
    test: 'a test',
    proof: 'your code',
    digest: 'your matches',
  },
  stop: 'To get no more of these mails:',
  stopping: {
    ask: 'Shall the server send no more notices of matches to this address?',
    act: 'Send no more',
    done: 'The server sends no more notices to this address.',
  },
};

const ES: NoticeTexts = {
  turn: (game, match) => `Te toca en ${game} (partida ${match}).`,
  started: (game, match) => `${game} ha empezado (partida ${match}).`,
  ended: (game, match) => `${game} ha terminado (partida ${match}).`,
  paired: (game, match) => `Te espera tu partida de un torneo: ${game} (partida ${match}). Siéntate pronto.`,
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

export const NOTICES = { of: 'sent', en: EN, es: ES };
