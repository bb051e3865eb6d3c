/** What the page of a match says about temples beside the shared words. */
const EN = {
  title: 'Temples',
  mine: 'Your temples',
  none: 'You have no temple.',
  claim: 'Claim one',
  countsHere: 'It counts here.',
  elsewhere: 'It counts in another match now; it would leave that one.',
  seat: 'Let it count for me',
  table: 'Let it count for all at the table',
  unbind: 'Take it out of this match',
  drop: (name: string) => `Drop a bead into ${name} for this:`,
};

const ES: typeof EN = {
  title: 'Templos',
  mine: 'Tus templos',
  none: 'No tienes ningún templo.',
  claim: 'Hazte con uno',
  countsHere: 'Cuenta aquí.',
  elsewhere: 'Ahora cuenta en otra partida; la dejaría.',
  seat: 'Que cuente para mí',
  table: 'Que cuente para toda la mesa',
  unbind: 'Sacarlo de esta partida',
  drop: (name) => `Echa una cuenta en ${name} para esto:`,
};

export const AT_TABLE = { of: 'templeAtTable', en: EN, es: ES };
