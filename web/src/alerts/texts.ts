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
    title: 'Flower War',
    turnOn: 'Avisarme cuando sea mi turno y yo mire otra cosa',
    turnOff: 'No avisarme más',
    sample: 'Así se te avisa cuando es tu turno. Deja abierta esta página.',
    missing: 'Este navegador no puede avisarte cuando es tu turno: solo lo hace con páginas que llegan por https.',
    forbidden:
      'El navegador no lo permite. Permite las notificaciones de esta página en sus ajustes e inténtalo otra vez.',
  },
};
