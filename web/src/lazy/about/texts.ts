export const ABOUT = {
  of: 'about',
  en: {
    title: 'About Flower War',
    promises: [
      'The server rolls the dice, and lets no player break a rule.',
      'Every match is written down: its players can watch it again and check each die.',
      'A small 3D-printed temple can stand on your table: each bead that you drop into it is an offering in your match.',
      'You need no account. This browser remembers you.',
    ],
    games: 'The games',
    device: 'Play against bots on this device, even without a connection',
    source: 'Flower War is free software under the GNU General Public License, version 3 or later.',
  },
  es: {
    title: 'Acerca de Guerra Florida',
    promises: [
      'El servidor tira los dados y no deja que ningún jugador rompa una regla.',
      'Cada partida queda escrita: quien jugó en ella puede volver a verla y comprobar cada dado.',
      'Un pequeño templo impreso en 3D puede estar en tu mesa: cada cuenta que echas en él es una ofrenda en tu partida.',
      'No necesitas cuenta de usuario. Este navegador te recuerda.',
    ],
    games: 'Los juegos',
    device: 'Juega contra bots en este dispositivo, también sin conexión',
    source: 'Guerra Florida es software libre bajo la Licencia Pública General de GNU, versión 3 o posterior.',
  },
};
