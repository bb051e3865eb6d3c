import type { EndingTable } from '../tables.ts';

export const ENDINGS: EndingTable = {
  none: { name: 'Apocalipsis', about: 'La cuenta atrás corre y ningún dios golpea.' },
  open: { name: 'Apocalipsis', about: 'Los dioses están igualados. El primero que se adelante decide lo que llega.' },
  flood: { name: 'Diluvio', about: 'Tláloc envía un diluvio: ya nada sale de un día.' },
  invasion: {
    name: 'Invasión',
    about:
      'Cortés invade: una vez en cada turno, su jugador tira un dado contra el 5 de Cortés. Si gana, toma una calavera del día; si pierde, pierde una calavera para siempre.',
  },
  war: { name: 'Guerra', about: 'Huitzilopochtli trae la guerra: con cada recogida se pierde una ficha más del día.' },
};
