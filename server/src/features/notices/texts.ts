/** What notices say to people. They name the game and the match, no player, and nothing that happened in the match. */

export interface NoticeTexts {
  readonly turn: (game: string, match: string) => string;
  readonly started: (game: string, match: string) => string;
  readonly ended: (game: string, match: string) => string;
  readonly challenged: (game: string) => string;
  readonly accepted: (game: string, match: string) => string;
  readonly declined: (game: string) => string;
  readonly test: string;
  readonly proof: (code: string) => string;
}

const EN: NoticeTexts = {
  turn: (game, match) => `It is your turn in ${game} (match ${match}).`,
  started: (game, match) => `${game} has begun (match ${match}).`,
  ended: (game, match) => `${game} is over (match ${match}).`,
  challenged: (game) => `A player challenges you to ${game}. Look at your page.`,
  accepted: (game, match) => `Your challenge to ${game} was accepted (match ${match}).`,
  declined: (game) => `Your challenge to ${game} was declined.`,
  test: 'Notices of your matches arrive here.',
  proof: (code) =>
    `Flower War: enter the code ${code} on your page to get notices of your matches here. If you did not ask for it, do nothing.`,
};

const ES: NoticeTexts = {
  turn: (game, match) => `Te toca en ${game} (partida ${match}).`,
  started: (game, match) => `${game} ha empezado (partida ${match}).`,
  ended: (game, match) => `${game} ha terminado (partida ${match}).`,
  challenged: (game) => `Un jugador te reta a ${game}. Mira tu página.`,
  accepted: (game, match) => `Han aceptado tu reto a ${game} (partida ${match}).`,
  declined: (game) => `Han rechazado tu reto a ${game}.`,
  test: 'Aquí llegan los avisos de tus partidas.',
  proof: (code) =>
    `Flower War: escribe el código ${code} en tu página para recibir aquí los avisos de tus partidas. Si no lo has pedido, no hagas nada.`,
};

export const NOTICES = { of: 'sent', en: EN, es: ES };
