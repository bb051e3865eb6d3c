/** docs/tools.md: every tool, by the people who need it. */
import { TOOLS } from '@flower-war/launcher/tools';

export const TOOLS_PAGE = new URL('../../../docs/tools.md', import.meta.url);

const HEAD = `# The tools

\`npm run do -- TOOL\` starts one; \`npm run do -- TOOL --help\` explains its flags. No tool takes a flag that it does not know.
Most need the checkout alone; some start PostgreSQL, Redis, mosquitto, nginx or Chromium, and say so when one is missing.

<!-- made by npm run docs -->
`;

export function toolsPage(): string {
  const groups = Object.entries(TOOLS).map(([title, tools]) => {
    const rows = Object.entries(tools).map(([name, { does }]) => `| \`${name}\` | ${does} |`);
    return [`## For ${title}`, '', '| tool | does |', '|---|---|', ...rows, ''].join('\n');
  });
  return [HEAD, ...groups].join('\n');
}
