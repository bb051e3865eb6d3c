export const REPORT = {
  en: {
    title: 'Tell the host about this player',
    about: 'The host of this server reads it, and decides what to do. The player does not learn that it was you.',
    why: 'What is wrong',
    reasons: { name: 'the name', abuse: 'how they talk', cheating: 'cheating', other: 'something else' },
    text: 'What happened, and in which match',
    send: 'Send it',
    sent: 'The host has it. To read nothing more of this player in a match, mute them there.',
  },
  es: {
    title: 'Avisar al anfitrión sobre este jugador',
    about: 'El anfitrión de este servidor lo lee y decide qué hacer. El jugador no sabrá que fuiste tú.',
    why: 'Qué está mal',
    reasons: { name: 'el nombre', abuse: 'cómo habla', cheating: 'trampas', other: 'otra cosa' },
    text: 'Qué pasó y en qué partida',
    send: 'Enviar',
    sent: 'El anfitrión lo tiene. Si no quieres leer más a este jugador en una partida, siléncialo allí.',
  },
};
