/** What the page says to a person who goes to another host, and to one who comes from there. */
const EN = {
  title: (name: string) => `Play here as ${name}?`,
  says: 'The host that has sent you here says who you are:',
  of: (name: string, host: string) => `${name} of ${host}`,
  about: (host: string) =>
    `You get a player of your own here, with ratings of this host alone. If you are banned at ${host}, or delete yourself there, this host does the same.`,
  play: (name: string, host: string) => `Play here as ${name} of ${host}`,
  stay: (name: string) => `Go on as ${name}`,
  loses: (name: string) =>
    `This browser is signed in here as ${name}. If you play under the other name, only a code, a passkey or another device brings that player back.`,
  guest: 'Go on as a guest',
  noWay: 'You have no way back to your player yet, so this host cannot say there who you are.',
  noWayAbout: 'Choose a name on your page, and keep the code that comes with it. Or go there as a guest.',
  toMe: 'To your page',
  asGuest: 'Go as a guest',
};

const ES: typeof EN = {
  title: (name) => `¿Jugar aquí como ${name}?`,
  says: 'El servidor que te ha enviado aquí dice quién eres:',
  of: (name, host) => `${name} de ${host}`,
  about: (host) =>
    `Aquí tienes un jugador propio, con puntuaciones solo de este servidor. Si te vetan en ${host}, o te borras allí, este servidor hace lo mismo.`,
  play: (name, host) => `Jugar aquí como ${name} de ${host}`,
  stay: (name) => `Seguir como ${name}`,
  loses: (name) =>
    `En este navegador has entrado aquí como ${name}. Si juegas con el otro nombre, solo un código, una llave de acceso u otro dispositivo te devuelve ese jugador.`,
  guest: 'Seguir como invitado',
  noWay: 'Todavía no tienes cómo volver a tu jugador, así que este servidor no puede decir allí quién eres.',
  noWayAbout: 'Elige un nombre en tu página y guarda el código que lo acompaña. O ve allí como invitado.',
  toMe: 'A tu página',
  asGuest: 'Ir como invitado',
};

export const HOSTS = { of: 'hosts', en: EN, es: ES };
