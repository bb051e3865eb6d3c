/** What the page of the twin says. */
import type { Light } from '@flower-war/temple/core';

const EN = {
  title: 'A temple on the screen',
  about:
    'It is a temple without hardware. It counts, keeps and reports beads as a real one does, and can fail as a real one does.',
  login: {
    title: 'Switch it on',
    how: 'The host of the server makes its name and its password:',
    link: 'It prints a link that fills in this form. Or type what it prints:',
    id: 'Name',
    password: 'Password',
    code: 'Printed code, if you know it',
    go: 'Switch it on',
    wrong: 'The name looks like templo-7f3a, and the password has 24 letters and digits.',
  },
  forgetful: 'This browser keeps nothing, so that the temple begins a new life at each start.',
  slot: { war: 'Drop a bead for war', rain: 'Drop a bead for rain' },
  gods: { war: 'Huitzilopochtli', rain: 'Tlaloc' },
  counted: (n: number) => (n === 1 ? '1 bead counted' : `${n} beads counted`),
  more: (inFlight: number, held: number, refused: number) =>
    `${inFlight} on the way, ${held} waiting, ${refused} refused`,
  lights: {
    identify: 'It blinks: here I am.',
    blocked: 'Something sticks in a slot.',
    'in-flight': 'A bead is on its way.',
    refused: 'The last bead can never count. Take it out.',
    held: 'The last bead waits for its time.',
    accepted: 'The last bead was accepted.',
    starting: 'It looks for its broker.',
    unheard: 'It is connected, but hears of no match.',
    turn: 'It is your turn: offer.',
    countdown: 'The end is near.',
    rest: 'The game wants nothing of you now.',
  } satisfies Record<Light, string>,
  off: 'It has no power.',
  booting: 'It starts.',
  code: (code: string) => `Type this code on the page of your temples: ${code}`,
  claim: 'Make it yours',
  troubles: {
    'wrong-password': 'The broker does not know this name or this password. Compare both.',
    'too-often': 'The broker wants to be left alone for a while. The temple tries again by itself.',
    refused: 'The broker refused the temple. It tries again by itself.',
    none: 'There is no way to the broker here. It tries again by itself. The host of the server can open one: TEMPLE_BROKER.',
  },
  change: 'Another temple',
};

export type TwinTexts = typeof EN;

const ES: TwinTexts = {
  title: 'Un templo en la pantalla',
  about:
    'Es un templo sin aparato. Cuenta, guarda y comunica las cuentas como uno de verdad, y puede fallar como uno de verdad.',
  login: {
    title: 'Encenderlo',
    how: 'El anfitrión del servidor hace su nombre y su contraseña:',
    link: 'Imprime un enlace que rellena este formulario. O escribe lo que imprime:',
    id: 'Nombre',
    password: 'Contraseña',
    code: 'Código impreso, si lo sabes',
    go: 'Encenderlo',
    wrong: 'El nombre es como templo-7f3a, y la contraseña tiene 24 letras y cifras.',
  },
  forgetful: 'Este navegador no guarda nada, así que el templo empieza una vida nueva en cada arranque.',
  slot: { war: 'Echar una cuenta de guerra', rain: 'Echar una cuenta de lluvia' },
  gods: { war: 'Huitzilopochtli', rain: 'Tláloc' },
  counted: (n) => (n === 1 ? '1 cuenta contada' : `${n} cuentas contadas`),
  more: (inFlight, held, refused) => `${inFlight} en camino, ${held} en espera, ${refused} rechazadas`,
  lights: {
    identify: 'Parpadea: aquí estoy.',
    blocked: 'Algo está atascado en una ranura.',
    'in-flight': 'Una cuenta está en camino.',
    refused: 'La última cuenta nunca puede valer. Sácala.',
    held: 'La última cuenta espera su momento.',
    accepted: 'La última cuenta fue aceptada.',
    starting: 'Busca su bróker.',
    unheard: 'Está conectado, pero no oye de ninguna partida.',
    turn: 'Es tu turno: ofrece.',
    countdown: 'El fin está cerca.',
    rest: 'El juego no quiere nada de ti ahora.',
  },
  off: 'No tiene corriente.',
  booting: 'Arranca.',
  code: (code) => `Escribe este código en la página de tus templos: ${code}`,
  claim: 'Hacerlo mío',
  troubles: {
    'wrong-password': 'El bróker no conoce este nombre o esta contraseña. Compara los dos.',
    'too-often': 'El bróker quiere que lo dejen en paz un rato. El templo vuelve a probar solo.',
    refused: 'El bróker rechazó el templo. Vuelve a probar solo.',
    none: 'Aquí no hay camino al bróker. Vuelve a probar solo. El anfitrión del servidor puede abrir uno: TEMPLE_BROKER.',
  },
  change: 'Otro templo',
};

export const TWIN = { en: EN, es: ES };
