/** For tests: the real ESPHome checks a configuration and writes its C++, in a folder of its own. */
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const VARIANTS = ['plain', 'plain-display', 'tls', 'tls-display'] as const;
export type Variant = (typeof VARIANTS)[number];

const run = promisify(execFile);

/** The ESPHome program: from the environment variable ESPHOME or on the PATH; nothing if it is not installed. */
export function findEsphome(): string | undefined {
  const program = process.env['ESPHOME'] ?? 'esphome';
  try {
    execFileSync(program, ['version'], { stdio: 'pipe' });
    return program;
  } catch {
    return undefined;
  }
}

export interface Generated {
  readonly folder: string;
  /** The output of `esphome config`. */
  readonly verdict: string;
  /** The generated program, without its comments. */
  readonly main: string;
  /** The build's flags. */
  readonly flags: readonly string[];
}

export async function generate(program: string, variant: Variant, folder: string): Promise<Generated> {
  await cp(import.meta.dirname, folder, { recursive: true, filter: (path) => !/[.]esphome|secrets[.]yaml/.test(path) });
  await cp(join(folder, 'secrets.example.yaml'), join(folder, 'secrets.yaml'));
  const checked = await run(program, ['config', `${variant}.yaml`], { cwd: folder, maxBuffer: 2 ** 24 });
  await run(program, ['compile', '--only-generate', `${variant}.yaml`], { cwd: folder });
  const build = join(folder, '.esphome/build/templo-7f3a');
  const main = await readFile(join(build, 'src/main.cpp'), 'utf8');
  const platform = await readFile(join(build, 'platformio.ini'), 'utf8');
  return {
    folder: build,
    verdict: checked.stdout + checked.stderr,
    main: main.replace(/^\s*\/\/.*\n/gm, ''),
    flags: platform.match(/-D(USE|ESPHOME_LOG)\w+(=\w+)?/g) ?? [],
  };
}

/** The whole configuration of the firmware for this temple. */
export async function configFor(program: string, id: string, file: string): Promise<string> {
  const asked = ['-s', 'temple_id', id, 'config', basename(file)];
  return (await run(program, asked, { cwd: dirname(file), maxBuffer: 2 ** 24 })).stdout;
}

const TEST = join(import.meta.dirname, 'test');

const STUBBED = [
  'esp_heap_caps',
  'freertos/FreeRTOS',
  'freertos/semphr',
  'freertos/task',
  'freertos/ringbuf',
  'lwip/ip_addr',
  'esp_netif',
  'esp_err',
  'esp_log',
  'esp_attr',
  'esp_cpu',
  'esp_task_wdt',
  'sdkconfig',
  'driver/uart',
  'mqtt_client',
  'ArduinoJson',
];

/** The lambdas of the YAML that use the temple, as functions of a program that compiles without a board. */
function lambdas(main: string): string {
  const found = main.match(/\[\]\([^)]*\) -> \w+ \{[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}/g) ?? [];
  const ours = found.filter((lambda) => lambda.includes('the_temple->'));
  return ours.map((lambda, i) => `auto lambda_${i} = ${lambda};`).join('\n');
}

/** Declarations of ESP-IDF and its libraries that ESPHome's own headers need. */
async function stub(folder: string): Promise<void> {
  for (const header of STUBBED) {
    const file = join(folder, 'stubs', `${header}.h`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `#include "${join(TEST, header === 'ArduinoJson' ? 'arduinoJson.h' : 'idf.h')}"\n`);
  }
}

async function compile({ folder, flags }: Generated, ...options: readonly string[]): Promise<string> {
  await stub(folder);
  return run('g++', ['-std=gnu++20', ...flags, '-Isrc', '-Istubs', ...options], { cwd: folder }).then(
    () => '',
    (failure: { readonly stderr: string }) => failure.stderr,
  );
}

/** The compiler's errors in the firmware. */
export async function complaints(generated: Generated): Promise<string> {
  // Compiles all sources as one unit, because the headers take most of the time.
  const sources = ['temple.cpp', 'slots.cpp', 'command_tap.cpp'].map((name) => `esphome/components/temple/${name}`);
  const includes = [join(TEST, 'lambdas.h'), ...sources].map((file) => `#include "${file}"\n`).join('');
  await writeFile(join(generated.folder, 'check.cpp'), `${includes}${lambdas(generated.main)}\n`);
  return compile(generated, '-fsyntax-only', 'check.cpp');
}

/** Compiles and runs the test of the command tap. Gives its errors. */
export async function faultsOfTap(generated: Generated): Promise<string> {
  const program = join(generated.folder, 'tap');
  const complaint = await compile(generated, '-fno-rtti', '-o', program, join(TEST, 'tap.cpp'));
  return complaint || (await run(program).catch((failure: { readonly stdout: string }) => failure)).stdout;
}

// For the notes of builders: the lights as a picture, from what the firmware says of each state.

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
