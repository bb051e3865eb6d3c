/**
 * Reports the folders that import each other, also a folder and one inside it: the tool itself takes those for one folder,
 * so the files that lie directly in each are compared here.
 */
import { dirname } from 'node:path';

/** The other rooms still have folders that import what lies above them. */
const ROOMS = /^(server|client-sdk|bridge|temple|hosting)\//;

export default function folders({ modules, summary }) {
  const siblings = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} and ${to} import each other`);
  const told = [...siblings, ...parentCircles(modules)];
  return { output: told.map((line) => `${line}\n`).join(''), exitCode: told.length };
}

function parentCircles(modules) {
  const arrows = new Map();
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies)
      arrows.set(`${dirname(source)} > ${dirname(resolved)}`, `${source} imports ${resolved}`);
  return [...arrows].flatMap(([arrow, upward]) => {
    const [child, parent] = arrow.split(' > ');
    const downward = arrows.get(`${parent} > ${child}`);
    if (!downward || !child.startsWith(`${parent}/`) || !ROOMS.test(child)) return [];
    return [`parent-circles: ${parent} and ${child} import each other: ${upward}, and ${downward}`];
  });
}
