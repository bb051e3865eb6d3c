export const WALL = {
  en: {
    title: (edition: string) => `On the big screen: ${edition}`,
    waiting: 'The match begins when every seat is taken.',
    takePart: 'Take a seat: scan this with your phone.',
    next: 'They play again: the next match comes soon.',
    play: 'Do you want to play? Scan this with your phone.',
    lately: 'What happened last',
  },
  es: {
    title: (edition: string) => `En la pantalla grande: ${edition}`,
    waiting: 'La partida empieza cuando todos los asientos están ocupados.',
    takePart: 'Toma un asiento: escanea esto con tu teléfono.',
    next: 'Juegan otra vez: la próxima partida viene pronto.',
    play: '¿Quieres jugar? Escanea esto con tu teléfono.',
    lately: 'Lo último que pasó',
  },
};
