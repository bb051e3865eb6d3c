/** The command line, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';

export const usage: Screen['usage'] = (url) => `npm run play [-- opciones] juega o mira una partida en esta terminal.

  --game JUEGO         el juego (el primero del servidor)
  --bot NOMBRE         el bot de los otros asientos: greedy o random; none espera a personas (greedy)
  --seats N            cuántos asientos tiene la mesa (el número habitual del juego)
  --auto               mira cómo juegan los bots, guarda el registro y acaba
  --preset ID          una edición con nombre
  --options A=1,B=two  opciones sueltas
  --clock TIEMPO       60 (segundos por turno), 600+5 (600 segundos en total, 5 más por turno), 3d (días por turno)
  --absence REGLA      cómo trata la partida a los ausentes: casual, fair o strict (casual)
  --habits RITMO       qué pasos se juegan por los jugadores: none, usual, brisk o swift (usual)
  --lobby              muestra las partidas abiertas y en juego, y te deja elegir una
  --quick              juega con las próximas personas que lleguen; los bots ocupan los asientos libres
  --join PARTIDA       ocupa un asiento en la partida de otro jugador; PARTIDA es su nombre o su enlace
  --watch PARTIDA      mira una partida
  --replay PARTIDA     vuelve a mostrar una partida paso a paso; p sigue jugando desde cualquier posición contra bots
  --as ASIENTO|all     con --replay: muestra lo que vio un asiento, contado desde 0, o todos los secretos (lo que vio un espectador)
  --code CÓDIGO        el código de una partida privada, con --join o --watch
  --temple ID          usa tu templo para tu asiento: templo-7f3a; si aún no es tuyo, muestra un código que tienes que escribir (en lugar del ID, el enlace del código QR de su etiqueta)
  --temple-code CÓDIGO el código que lleva impreso el templo
  --knock              encuentra tu templo por las cuentas que echas en él
  --temple-table       usa el templo para todos los jugadores de la mesa, si eres el anfitrión
  --name NOMBRE        tu nombre para los demás; esta terminal sigue siendo el mismo jugador hasta --sign-out
  --guest              juega como un jugador nuevo, solo esta vez
  --lang IDIOMA        en o es (el idioma de tu sistema)
  --no-hints           no explica lo que es nuevo para ti
  --out ARCHIVO        dónde se guarda el registro al final (PARTIDA.jsonl en esta carpeta)
  --url URL            el servidor (${url})
  --help               este texto

En lugar de jugar:
  --rules JUEGO        las reglas de un juego o de una edición; mexica/battle es un capítulo, mexica/battle-3 una regla, mexica/W10 una carta, mexica/cards todas (las cartas necesitan el servidor)
  --history            muestra tus partidas, la más reciente primero; con --game, las de un juego
  --leaderboard        muestra los mejores jugadores de un juego (--game, --preset)
  --temples            muestra tus templos
  --temple-set A=1,B=2 con --temple: cambia name, light (tanto por ciento), debounceMs, swapped (true o false) del aparato
  --temple-release     con --temple: renuncia a tu templo, para que pueda ser de otro jugador
  --link               muestra un código con el que otro dispositivo entra como el mismo jugador
  --redeem CÓDIGO      entra en este dispositivo con ese código
  --recovery-code      muestra un código nuevo para el día en que pierdas todos tus dispositivos; el anterior deja de servir
  --recover            pide ese código y entra con él
  --sign-out           cierra la sesión de esta terminal`;
