/** What the page says to people who make a temple theirs. */
const EN = {
  claim: {
    title: 'Make a temple yours',
    about: 'Its name and its code are printed on its label. You can also scan the square code there with your phone.',
    temple: 'Name of the temple',
    code: 'Code on the label, or on its display',
    go: 'Make it mine',
    show: 'Show a code on its display',
    shown: 'The temple now shows six characters, for two minutes. Type them here.',
    noName:
      'That is not the name of a temple. A name looks like templo-7f3a; the whole link of the label will do, too.',
    done: (name: string) => `${name} is yours now.`,
  },
  knock: {
    title: 'Or knock',
    about: 'For a temple without an owner: drop five beads in the order that this page shows.',
    go: 'Show me the order',
    drop: 'Drop your beads one after another, in this order:',
    again: 'After a wrong bead, begin again with the first.',
    over: 'No temple has counted its beads in this order. Try again, and wait a moment after each bead.',
    stop: 'Stop',
  },
  page: {
    title: (name: string) => `Make ${name} yours`,
    wrongTitle: 'A link to a temple',
    about: [
      'From now on, beads that fall into it are your offerings, in the match that you choose.',
      'If it belongs to another player, that player loses it.',
      'Beads that are in it already do not count.',
    ],
    you: (name: string) => `It will belong to ${name}: that is you, in this browser.`,
    damaged:
      'This link is damaged: the name of the temple or its code is missing. Scan the label again, or type what it says.',
    isYours: 'This temple is yours already.',
    after: 'To your temples',
    play: 'Begin a match',
    wrongCode: 'Type the eight characters on the label. The letter O counts as a zero, and I and L as a one.',
  },
};

export type ClaimTexts = typeof EN;

const ES: ClaimTexts = {
  claim: {
    title: 'Haz tuyo un templo',
    about: 'Su nombre y su código están en su etiqueta. También puedes leer ahí el código cuadrado con tu teléfono.',
    temple: 'Nombre del templo',
    code: 'Código de la etiqueta o de su pantalla',
    go: 'Hacerlo mío',
    show: 'Mostrar un código en su pantalla',
    shown: 'El templo muestra ahora seis caracteres, durante dos minutos. Escríbelos aquí.',
    noName:
      'Ese no es el nombre de un templo. Un nombre es como templo-7f3a; también vale el enlace entero de la etiqueta.',
    done: (name) => `${name} ya es tuyo.`,
  },
  knock: {
    title: 'O llama con cuentas',
    about: 'Para un templo sin dueño: echa cinco cuentas en el orden que muestra esta página.',
    go: 'Mostrar el orden',
    drop: 'Echa tus cuentas una tras otra, en este orden:',
    again: 'Si te equivocas de cuenta, empieza otra vez por la primera.',
    over: 'Ningún templo contó sus cuentas en este orden. Prueba otra vez, y espera un momento después de cada cuenta.',
    stop: 'Parar',
  },
  page: {
    title: (name) => `Haz tuyo ${name}`,
    wrongTitle: 'Un enlace a un templo',
    about: [
      'Desde ahora, las cuentas que caigan en él son tus ofrendas, en la partida que elijas.',
      'Si es de otro jugador, ese jugador lo pierde.',
      'Las cuentas que ya están dentro no cuentan.',
    ],
    you: (name) => `Será de ${name}: eres tú, en este navegador.`,
    damaged:
      'Este enlace está dañado: falta el nombre del templo o su código. Lee la etiqueta otra vez, o escribe lo que dice.',
    isYours: 'Este templo ya es tuyo.',
    after: 'A tus templos',
    play: 'Empezar una partida',
    wrongCode: 'Escribe los ocho caracteres de la etiqueta. La letra O vale como cero, y la I y la L como uno.',
  },
};

export const CLAIM = { of: 'claim', en: EN, es: ES };
