/** What the page says about notices that call a player whose turn it is. */
export const NOTICE_TEXTS = {
  of: 'notices',
  en: {
    title: 'Flower War',
    turnOn: 'Call me when it is my turn, while I look elsewhere',
    turnOff: 'Do not call me any more',
    sample: 'You are called like this when it is your turn. Keep this page open.',
    missing: 'This browser cannot call you when it is your turn: it only does that for pages that come by https.',
    forbidden: 'The browser does not allow it. Allow notifications for this page in its settings, and try again.',
  },
  es: {
    title: 'Guerra Florida',
    turnOn: 'Avisarme cuando sea mi turno y yo mire otra cosa',
    turnOff: 'No avisarme más',
    sample: 'Así se te avisa cuando es tu turno. Deja abierta esta página.',
    missing: 'Este navegador no puede avisarte cuando es tu turno: solo lo hace con páginas que llegan por https.',
    forbidden:
      'El navegador no lo permite. Permite las notificaciones de esta página en sus ajustes e inténtalo otra vez.',
  },
};

/** What the page says about notices that the browser shows also while the page is closed. */
export const DEVICE_TEXTS = {
  of: 'push',
  en: {
    title: 'Notices on this device',
    about:
      'When it is your turn, a match begins or ends, or a player challenges you, this device can tell you, also while this page is closed.',
    denied:
      'Your browser does not let this page tell you anything. Allow notifications for it in the settings of the browser, then come back.',
    cannot:
      'This browser cannot tell you anything while the page is closed. On an iPhone or iPad, first add the page to the home screen, and open it there.',
    isTold:
      'This device tells you when it is your turn, when a match begins or ends, and when a player challenges you.',
    start: 'Tell me on this device',
    stop: 'Tell me no longer',
    test: 'Try it',
  },
  es: {
    title: 'Avisos en este dispositivo',
    about:
      'Cuando te toca, empieza o termina una partida, o te retan, este dispositivo puede avisarte, también con la página cerrada.',
    denied:
      'Tu navegador no deja que esta página te avise. Permite sus notificaciones en los ajustes del navegador y vuelve.',
    cannot:
      'Este navegador no puede avisarte con la página cerrada. En un iPhone o iPad, añade primero la página a la pantalla de inicio y ábrela allí.',
    isTold: 'Este dispositivo te avisa cuando te toca, cuando empieza o termina una partida, y cuando te retan.',
    start: 'Avísame en este dispositivo',
    stop: 'No me avises más',
    test: 'Probar',
  },
};
