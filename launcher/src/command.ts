#!/usr/bin/env node
/** `flower-war COMMAND`: the door to what the package holds. In the house npm is that door. */
import { refuse } from '@flower-war/protocol/command-line';
import launcher from '../package.json' with { type: 'json' };
import { COMMANDS, LEAST_NODES } from './tools.ts';

const [name = '', first, ...rest] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (!runsHere())
  refuse(
    `flower-war needs Node ${LEAST_NODES.join(' or ')} or newer, and this is ${process.version}: install it from nodejs.org.`,
  );
// Node 22 says of SQLite each time that it is new.
if (major < 24) process.removeAllListeners('warning');

const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (name === '--version') console.log(launcher.version);
else if (command === undefined) explain();
else {
  // What npm passes on stands behind two hyphens. Who writes them here means the same.
  process.argv.splice(2, process.argv.length, ...(first === '--' || first === undefined ? [] : [first]), ...rest);
  await import(new URL(`../../${command.file}`, import.meta.url).href);
}

/** Of a line that is not named, such as 23, only newer ones count. */
function runsHere(): boolean {
  const least = LEAST_NODES.map((version) => version.split('.').map(Number));
  const own = least.find(([line]) => line === major);
  return own === undefined ? major > Math.max(...least.map(([line = 0]) => line)) : minor >= (own[1] ?? 0);
}

/** The list for who asks for it, or names no command; what is not in it is refused. */
function explain(): void {
  const names = Object.keys(COMMANDS);
  if (name !== '' && name !== '--help')
    refuse(`flower-war has no command ${JSON.stringify(name)}. It has ${names.join(', ')}`);
  const width = Math.max(...names.map((one) => one.length));
  const lines = Object.entries(COMMANDS).map(([one, { does }]) => `  ${one.padEnd(width)}  ${does}`);
  console.log(
    `flower-war COMMAND [OPTIONS]; each command explains itself with --help, --version tells the version\n\n${lines.join('\n')}`,
  );
}
