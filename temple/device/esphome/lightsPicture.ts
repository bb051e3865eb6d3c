/** For the notes of builders: the lights as a picture, from what the firmware says of each state. */

const [LEFT, TOP, ROW] = [110, 46, 30];
const [STEP, RADIUS, GAP] = [12, 5, 22];
const LIGHTS = 12;
const FRAME = LIGHTS * STEP + GAP;
const FRAMES = 4;

/** A line for each state: its name, then each moment with its time in milliseconds and the colours of the lights. */
export function lightsPicture(said: string): string {
  const rows = said.trim().split('\n').map(rowOf);
  const [width, height] = [LEFT + FRAMES * FRAME, TOP + rows.length * ROW + 8];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" role="img">`,
    '  <title>What the strip of lights shows</title>',
    '  <desc>For each state the twelve lights at four moments. The first six belong to war, the last six to rain.</desc>',
    `  <rect width="${width}" height="${height}" fill="#1b1b1f"/>`,
    `  <text x="${LEFT}" y="22" fill="#bbb">Four moments of each state. Left half: war; right half: rain. A bead fell for war.</text>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

function rowOf(line: string, index: number): string {
  const [name = '', ...moments] = line.split(' ');
  const y = TOP + index * ROW;
  return [
    `  <text x="12" y="${y + 9}" fill="#fff">${name}</text>`,
    ...moments.map((moment, frame) => frameOf(moment, LEFT + frame * FRAME, y)),
  ].join('\n');
}

function frameOf(moment: string, x: number, y: number): string {
  const [time = '', ...colours] = moment.split(',');
  const lights = colours.map(
    (colour, place) =>
      `<circle cx="${x + place * STEP + RADIUS}" cy="${y}" r="${RADIUS}" fill="#${colour === '000000' ? '2a2a30' : colour}"/>`,
  );
  return `  <g>${lights.join('')}<text x="${x}" y="${y + 16}" fill="#888" font-size="8">${time} ms</text></g>`;
}
