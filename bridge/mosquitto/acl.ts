/** The access file of mosquitto, made from the table of topics. */
import { ACCOUNTS } from '@flower-war/protocol/credentials';
import { type Rule, rulesOf } from '../broker/accounts/access.ts';

/** `%u` stands for the client's user name, so that new devices need no new line. */
export function aclFile(): string {
  const accounts = ACCOUNTS.flatMap((account) => ['', `user ${account}`, ...lines('topic', rulesOf(account, '+'))]);
  return [
    '# Made from protocol/src/temple/topics.ts by npm run temple:mosquitto; changes made here are lost.',
    '# There is no rule before the first user: a client without a name may do nothing.',
    ...accounts,
    '',
    '# Every device is bound to its own topics.',
    ...lines('pattern', rulesOf('device', '%u')),
    '',
  ].join('\n');
}

function lines(word: 'topic' | 'pattern', rules: readonly Rule[]): readonly string[] {
  const deeds = new Map<string, readonly string[]>();
  for (const { deed, filter } of rules) deeds.set(filter, [...(deeds.get(filter) ?? []), deed]);
  return [...deeds].map(([filter, both]) => `${word} ${both.length > 1 ? 'readwrite' : both.join('')} ${filter}`);
}
