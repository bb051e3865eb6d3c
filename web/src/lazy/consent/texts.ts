export const CONSENT = {
  of: 'consent',
  en: {
    title: 'A program asks',
    wants: 'It wants to act for you here. Your answer goes to',
    claims: (name: string) => `It calls itself “${name}”. This server does not know whether that is true.`,
    may: (player: string, until: string) => `If you allow it, it may do this for ${player}, ${until}:`,
    later:
      'You end that at any time on your own page, under “Programs of yours”. If you have allowed it before, its older token ends now.',
    allow: 'Allow',
    refuse: 'Refuse',
    done: 'Go on in the program that has asked. You can close this page.',
    other: 'You are another player?',
    unclear: (about: string) =>
      `The program that has sent you here does not say rightly who it is, or where your answer goes (${about}). Nothing was answered. Tell its author.`,
    amiss: (place: string, error: string) => `${place} asks in a way that this server does not take (${error}).`,
    backTo: (place: string) => `Back to ${place}`,
  },
  es: {
    title: 'Un programa pregunta',
    wants: 'Quiere actuar aquí por ti. Tu respuesta va a',
    claims: (name: string) => `Dice llamarse «${name}». Este servidor no sabe si es verdad.`,
    may: (player: string, until: string) => `Si lo permites, podrá hacer esto por ${player}, ${until}:`,
    later:
      'Puedes acabar con ello cuando quieras en tu propia página, en «Programas tuyos». Si ya se lo habías permitido, su token anterior acaba ahora.',
    allow: 'Permitir',
    refuse: 'Rechazar',
    done: 'Sigue en el programa que ha preguntado. Puedes cerrar esta página.',
    other: '¿Eres otro jugador?',
    unclear: (about: string) =>
      `El programa que te ha enviado aquí no dice bien quién es o adónde va tu respuesta (${about}). No se ha respondido nada. Díselo a su autor.`,
    amiss: (place: string, error: string) => `${place} pregunta de un modo que este servidor no admite (${error}).`,
    backTo: (place: string) => `Volver a ${place}`,
  },
};
