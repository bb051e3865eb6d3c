/** The generated parts of docs/socket.md. */
import { type ActionName, MESSAGES, REQUESTS } from '@flower-war/protocol';
import { EXAMPLES } from './examples.ts';

const SECTION = /(<!-- generated: ([a-z]+) -->\n)[\s\S]*?(<!-- end -->)/g;

const ABOUT_MESSAGES: Readonly<Record<keyof typeof MESSAGES, string>> = {
  private: 'a list: what changed for this seat',
  events: 'a list of maps with a `kind`: what happened, for animation',
  talk: 'a list of lines that people said: [Talk](protocol.md#talk)',
  rematch: 'a map with the field `match`: there the people of this match play once more',
  bulletin: 'a map with the fields `text` and `at`: what the host of the server tells all who are connected',
};

const ABOUT_REQUESTS: Readonly<Record<ActionName, string>> = {
  act: '[action id, decision, move]',
  resign: '[action id]',
  asks: '[action id, which windows]',
  offer: '[action id, what] or [action id, "pause", minutes]',
  reply: '[action id, whether it is accepted]',
  back: '[action id]',
  beads: '[action id, what is said about beads]',
  say: '[action id, text]',
  phrase: '[action id, phrase]',
  silence: '[action id, player, whether they are silenced]',
  habits: '[action id, which habits]',
};

const TABLES: Readonly<Record<string, () => readonly string[]>> = {
  messages: () => [
    '| number | message | payload |',
    '|---|---|---|',
    ...Object.entries(MESSAGES).map(([name, number]) => {
      return `| ${number} | \`${name}\` | ${ABOUT_MESSAGES[name as keyof typeof MESSAGES]} |`;
    }),
  ],
  requests: () => [
    '| number | action | payload |',
    '|---|---|---|',
    ...REQUESTS.map((name, number) => `| ${number} | \`${name}\` | ${ABOUT_REQUESTS[name]} |`),
  ],
};

/** A page with its generated parts as they must be now. */
export function refreshed(page: string): string {
  return page.replace(SECTION, (_, begin: string, name: string, end: string) => {
    const [table, example] = [TABLES[name], EXAMPLES[name]];
    if (table !== undefined) return `${begin}\n${table().join('\n')}\n\n${end}`;
    if (example === undefined) throw new Error(`nothing is generated under the name ${name}`);
    return `${begin}\n\`\`\`text\n${example().join('\n').trim()}\n\`\`\`\n\n${end}`;
  });
}
