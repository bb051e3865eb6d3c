/**
 * Small drifts between code and documents, as they happen: one of the two is changed, the other is forgotten. A test of
 * the documents must find each.
 */

export interface Drift {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const DRIFTS: readonly Drift[] = [
  {
    name: 'a route moves',
    file: 'protocol/src/http/routes/paths.ts',
    from: "'GET /api/leaderboard'",
    to: "'GET /api/best-players'",
  },
  {
    name: 'a code says something else',
    file: 'protocol/src/wire/errors.ts',
    from: 'Wait until you have legal moves, and choose one of them.',
    to: 'Wait.',
  },
  {
    name: 'a code gets another status',
    file: 'protocol/src/wire/errors.ts',
    from: "'too-large': 413",
    to: "'too-large': 414",
  },
  {
    name: 'a limit changes',
    file: 'protocol/src/http/routes/limits.ts',
    from: 'guests: { perAddress: 100',
    to: 'guests: { perAddress: 90',
  },
  {
    name: 'a field takes more',
    file: 'protocol/src/wire/actionFields.ts',
    from: 'min(1).max(43_200)',
    to: 'min(1).max(50_000)',
  },
  {
    name: 'a text may be longer',
    file: 'protocol/src/wire/talk.ts',
    from: 'MOST_SPOKEN = 300',
    to: 'MOST_SPOKEN = 400',
  },
  { name: 'a message gets another number', file: 'protocol/src/wire/messages.ts', from: 'talk: 2', to: 'talk: 4' },
  {
    name: 'two requests change places',
    file: 'protocol/src/wire/messages.ts',
    from: "'act',\n  'resign',",
    to: "'resign',\n  'act',",
  },
  {
    name: 'the elements of a message change places',
    file: 'protocol/src/wire/privateMessage.ts',
    from: 'const message = [now.table, now.step,',
    to: 'const message = [now.step, now.table,',
  },
  {
    name: 'a field of the state gets wider',
    file: 'protocol/src/state/ring.ts',
    from: 'turn: t.uint8()',
    to: 'turn: t.uint16()',
  },
  {
    name: 'a field of the state is left out',
    file: 'protocol/src/state/tieqchieq.ts',
    from: '    tosses: t.uint32().default(0),\n',
    to: '',
  },
  {
    name: 'piles are packed in another way',
    file: 'protocol/src/state/packedPiles.ts',
    from: "? '!' : ''",
    to: "? '*' : ''",
  },
  {
    name: 'contributions are joined in another way',
    file: 'protocol/src/record/chance/keyedChance.ts',
    from: "bySeat.join('')",
    to: "bySeat.join(',')",
  },
  {
    name: 'the record page counts wrong',
    file: 'docs/record.md',
    from: 'without its last 218 bytes',
    to: 'without its last 219 bytes',
  },
  {
    name: 'the OpenAPI document is edited by hand',
    file: 'docs/openapi.json',
    from: '"operationId": "getMe"',
    to: '"operationId": "getMyself"',
  },
  {
    name: 'the reference is edited by hand',
    file: 'docs/protocol-reference.md',
    from: '\nstale-decision\n',
    to: '\nlate-decision\n',
  },
  {
    name: 'a byte of an example is wrong',
    file: 'docs/socket.md',
    from: '0d009403040191a4746f7373',
    to: '0d009403040191a4746f7374',
  },
  {
    name: 'a setting gets another default',
    file: 'server/src/base/config.ts',
    from: '.default(25)',
    to: '.default(20)',
  },
  {
    name: 'a topic is renamed',
    file: 'protocol/src/temple/topics.ts',
    from: "TOPIC_ROOT = 'templo/v1'",
    to: "TOPIC_ROOT = 'temple/v1'",
  },
  { name: 'a page links to a page that is gone', file: 'docs/README.md', from: '](record.md', to: '](records.md' },
  { name: 'a game renames a move', file: 'rules/src/tieqchieq/notation.ts', from: '`move $', to: '`go $' },
  {
    name: 'a game tells an event by another name',
    file: 'rules/src/tieqchieq/turn.ts',
    from: "kind: 'tossed'",
    to: "kind: 'thrown'",
  },
  {
    name: 'the header of the version is renamed',
    file: 'protocol/src/wire/names.ts',
    from: "'flower-war-protocol'",
    to: "'flower-war-version'",
  },
];
