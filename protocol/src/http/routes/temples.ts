/** The routes of temples: part of the table in routes.ts. */
import type { Route } from './route.ts';

const ALL = '/api/temples';
const ONE = `${ALL}/{temple}`;

const PAIRING: readonly Route[] = [
  { id: 'claimLink', call: 'GET /claim', about: 'where the picture code on a temple leads', answer: 'Words' },
  {
    ...{
      id: 'claimTemple',
      call: `POST ${ALL}/claim`,
      about: 'makes it mine, by the code that is printed on it or that it shows',
    },
    ...{ token: 'must', body: 'claimTemple', answer: 'Temple', limit: 'pairing' },
    codes: ['wrong-temple-code', 'too-many-guesses', 'temple-owned', 'no-such-temple', 'limit-reached'],
  },
  {
    ...{ id: 'showTempleCode', call: `POST ${ALL}/show-code`, about: 'has a temple of nobody show me six characters' },
    ...{ token: 'must', body: 'showCode', answer: 'CodeShown', limit: 'pairing', codes: ['temple-silent'] },
  },
  {
    ...{
      id: 'startKnock',
      call: 'POST /api/knocks',
      about: 'an order of beads: the temple that performs it is mine',
    },
    ...{ token: 'must', answer: 'Knock', limit: 'pairing', codes: ['limit-reached'] },
  },
  {
    ...{ id: 'getKnock', call: 'GET /api/knocks/{knock}', about: 'whether a temple has performed it' },
    ...{ token: 'must', answer: 'KnockState' },
  },
];

const OWNING: readonly Route[] = [
  { id: 'listTemples', call: `GET ${ALL}`, about: 'my temples', token: 'must', answer: 'Temples' },
  {
    ...{ id: 'releaseTemple', call: `POST ${ONE}/release`, about: 'it is nobody’s, and counts for no match' },
    ...{ token: 'must', answer: 'TempleReleased', limit: 'temples', codes: ['no-such-temple'] },
  },
  {
    ...{ id: 'giveTemple', call: `POST ${ONE}/give`, about: 'it is another player’s' },
    ...{ token: 'must', body: 'giveTemple', answer: 'TempleReleased', limit: 'temples' },
    codes: ['no-such-temple', 'no-such-player', 'limit-reached'],
  },
  {
    ...{ id: 'setTemple', call: `POST ${ONE}/settings`, about: 'what its device is to be' },
    ...{
      token: 'must',
      body: 'setTemple',
      answer: 'Temple',
      limit: 'temples',
      codes: ['no-such-temple', 'name-refused'],
    },
  },
  {
    ...{ id: 'identifyTemple', call: `POST ${ONE}/identify`, about: 'it blinks' },
    ...{ token: 'must', answer: 'TempleIdentified', limit: 'temples', codes: ['no-such-temple', 'temple-silent'] },
  },
  {
    ...{ id: 'getTempleLog', call: `GET ${ONE}/log`, about: 'what happened to it since it is mine, the newest first' },
    ...{ token: 'must', query: 'templeLog', answer: 'TempleLog', limit: 'temples', codes: ['no-such-temple'] },
  },
];

const COUNTING: readonly Route[] = [
  {
    ...{
      id: 'bindTemple',
      call: `POST ${ONE}/bind`,
      about: 'it counts for a match, for my seat, or where I am the host for all at the table',
    },
    ...{ token: 'must', body: 'bindTemple', answer: 'Temple', limit: 'temples' },
    codes: [
      'no-such-temple',
      'no-such-match',
      'not-seated',
      'forbidden',
      'temple-bound',
      'no-temple-here',
      'match-over',
    ],
  },
  {
    ...{ id: 'unbindTemple', call: `POST ${ONE}/unbind`, about: 'it counts for its match no more' },
    ...{ token: 'must', answer: 'Temple', limit: 'temples', codes: ['no-such-temple'] },
  },
  {
    ...{ id: 'returnBeads', call: `POST ${ONE}/returned`, about: 'beads that no match wanted were taken out' },
    ...{ token: 'must', body: 'returnBeads', answer: 'Temple', limit: 'temples' },
    codes: ['no-such-temple', 'temple-bound', 'beads-refused'],
  },
  {
    ...{ id: 'confirmBeads', call: `POST ${ONE}/confirmed`, about: 'so many beads at once were meant' },
    ...{ token: 'must', answer: 'Temple', limit: 'temples' },
    codes: ['no-such-temple', 'temple-bound', 'beads-refused'],
  },
];

export const TEMPLE_ROUTES: readonly Route[] = [...PAIRING, ...OWNING, ...COUNTING];
