/** What the page about the player says about sessions and notices. */
const EN = {
  sessions: {
    title: 'Where you are signed in',
    here: 'here',
    unnamed: 'A browser',
    used: (when: string) => `last used ${when}`,
    signOut: 'Sign out there',
  },
  notices: {
    title: 'Notices to an address of yours',
    about:
      'When it is your turn, or a match begins or ends, the server can post a signed notice to a program of yours on the internet.',
    url: 'Address, with https://',
    add: 'Add it',
    secret: 'This secret signs the notices. The server shows it only once:',
    none: 'Nothing has been sent yet.',
    arrived: (when: string) => `Last arrived ${when}.`,
    failed: (when: string, why: string) => `Last failed ${when}: ${why}.`,
    reasons: {
      'unknown-host': 'no name server knows this name',
      'private-address': 'the name leads to a private network',
      unreachable: 'no answer',
      timeout: 'no answer in time',
      certificate: 'the certificate is wrong',
    } as Readonly<Record<string, string>>,
    answered: (status: string) => `the answer was ${status}`,
    test: 'Try it',
    tested: 'A notice is on its way.',
    remove: 'Remove',
  },
};

const ES: typeof EN = {
  sessions: {
    title: 'Dónde has entrado',
    here: 'aquí',
    unnamed: 'Un navegador',
    used: (when) => `usado ${when}`,
    signOut: 'Cerrar esa sesión',
  },
  notices: {
    title: 'Avisos a una dirección tuya',
    about:
      'Cuando te toca, o cuando empieza o termina una partida, el servidor puede enviar un aviso firmado a un programa tuyo en internet.',
    url: 'Dirección, con https://',
    add: 'Añadir',
    secret: 'Este secreto firma los avisos. El servidor lo muestra una sola vez:',
    none: 'Todavía no se ha enviado nada.',
    arrived: (when) => `El último llegó ${when}.`,
    failed: (when, why) => `El último falló ${when}: ${why}.`,
    reasons: {
      'unknown-host': 'ningún servidor de nombres conoce este nombre',
      'private-address': 'el nombre lleva a una red privada',
      unreachable: 'no hubo respuesta',
      timeout: 'no hubo respuesta a tiempo',
      certificate: 'el certificado no es correcto',
    },
    answered: (status) => `la respuesta fue ${status}`,
    test: 'Probar',
    tested: 'Un aviso está en camino.',
    remove: 'Quitar',
  },
};

export const ME = { en: EN, es: ES };
