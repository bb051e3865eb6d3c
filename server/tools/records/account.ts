/** `npm run do -- account FILE`: how much of the result of a match was luck, and how much skill. */
import { courseOf, type RecordFile } from '@flower-war/protocol';
import { commandLine } from '@flower-war/protocol/command-line';
import { engine } from '@flower-war/rules';
import { type Account, accountOf, type Figure, type Moment } from '@flower-war/rules/account';
import { complain, judge, readRecordFile, runTool, say } from './recordFile.ts';

const { values, words } = commandLine({
  name: 'do -- account',
  does: 'says how much of the result of a match was luck, and how much skill',
  words: { of: 'FILE', least: 1, most: 1, tells: 'the record; - reads the piped input' },
  flags: {
    moments: { kind: 'whole', usual: 3, tells: 'how many moves to tell of each seat and kind' },
    json: { kind: 'switch', tells: 'prints JSON' },
  },
});
const [file = ''] = words;

const WHY = {
  broken: 'The record cannot be read.',
  running: 'The match has not ended, so it has no account. Ask again when it is over.',
  aborted: 'The match was aborted: without a result it has no account.',
  'no-rules': 'This program has no rules of that version: update it, then ask again.',
};

async function account(record: RecordFile): Promise<number> {
  const found = await courseOf(record, engine);
  if (!found.ok && found.why !== 'broken') return complain(WHY[found.why]);
  const verdict = await judge({ record });
  if (!verdict.ok) return complain(`line ${verdict.line}: ${verdict.problem}`);
  if (!found.ok) return complain(WHY[found.why]);
  const { preset } = found.course;
  const made = accountOf(found.course);
  if (made === undefined)
    return complain(`No values were learned for ${preset} under the rules of this match, so it has no account.`);
  return say(values.json ? [JSON.stringify(made)] : wordsOf(made));
}

const COLUMNS = ['', 'prior', 'luck', 'skill', 'result', 'own', 'others', 'rest', 'judged'];

function wordsOf({ version, preset, isUsual, seats, moments }: Account): readonly string[] {
  const rows = seats.map(({ seat, prior, luck, skill, result, own, others, rest, ...counted }) => [
    `seat ${seat}`,
    ...[prior, luck, skill, { value: result, within: 0 }, own, others, rest].map(percent),
    `${counted.judged} of ${counted.choices}`,
  ]);
  return [
    `${preset}, values of version ${version}; in % of a victory, with half of the 95 % interval of what was sampled`,
    ...(isUsual
      ? []
      : ['The values were learned from matches with other options or another number of seats, so they may be off.']),
    ...[COLUMNS, ...rows].map((row) => row.map((cell) => cell.padStart(WIDTH)).join('')),
    'prior + luck + skill = result; own + others + rest = skill',
    ...seats.flatMap(({ seat }) => momentLines(seat, moments)),
  ];
}

const WIDTH = 13;

function percent({ value, within }: Figure): string {
  const figure = (value / TEN_THOUSAND).toFixed(1);
  return within === 0 ? figure : `${figure} ±${(within / TEN_THOUSAND).toFixed(1)}`;
}

/** A percent in millionths. */
const TEN_THOUSAND = 10_000;

/** The moves that chance changed most for a seat, and its dearest mistakes. */
function momentLines(seat: number, moments: readonly Moment[]): readonly string[] {
  const own = moments.filter((moment) => moment.seat === seat);
  const by = (changes: readonly number[] = []) => changes[seat] ?? 0;
  const lucky = moments
    .filter(({ luck }) => by(luck) !== 0)
    .toSorted((a, b) => Math.abs(by(b.luck)) - Math.abs(by(a.luck)));
  const wrong = own.filter(({ skill }) => by(skill) < 0).toSorted((a, b) => by(a.skill) - by(b.skill));
  const luckLine = ({ seq, seat: mover, move, luck }: Moment) =>
    `  ${seq}: seat ${mover} ${move}: luck ${signed(by(luck))}`;
  const skillLine = ({ seq, move, skill, best }: Moment) =>
    `  ${seq}: ${move} instead of ${best}: ${signed(by(skill))}`;
  const told = [...lucky.slice(0, values.moments).map(luckLine), ...wrong.slice(0, values.moments).map(skillLine)];
  return told.length === 0 ? [] : [`seat ${seat}`, ...told];
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${(value / TEN_THOUSAND).toFixed(1)} %`;

await runTool(async () => account(await readRecordFile(file)));
