/** The routes of who somebody is: part of the table in routes.ts. */
import type { Route } from './route.ts';

/** The ways back in, for who has a code and no token. */
const COMING_BACK: readonly Route[] = [
  {
    ...{ id: 'recover', call: 'POST /api/recovery', about: 'signs in by the recovery code of a player' },
    ...{ body: 'recover', answer: 'SignedIn', limit: 'identity' },
    codes: ['unknown-recovery-code', 'too-many-guesses', 'banned'],
  },
  {
    ...{ id: 'redeemLink', call: 'POST /api/links/redeem', about: 'signs in by a code that another device shows' },
    ...{ body: 'redeem', answer: 'SignedIn', limit: 'links' },
    codes: ['unknown-link-code', 'too-many-guesses', 'banned'],
  },
];

const MYSELF: readonly Route[] = [
  { id: 'getMe', call: 'GET /api/me', about: 'who I am here', token: 'must', answer: 'Me' },
  {
    ...{
      id: 'chooseName',
      call: 'POST /api/me',
      about: 'chooses a name; the first time a recovery code comes with it',
    },
    ...{ token: 'must', body: 'choose', answer: 'Chosen', limit: 'identity', codes: ['name-refused'] },
  },
  {
    ...{ id: 'deleteMe', call: 'DELETE /api/me', about: 'my name, devices and codes are gone; records keep the id' },
    ...{ token: 'must', answer: 'Deleted', limit: 'identity' },
  },
  {
    ...{ id: 'exportMe', call: 'GET /api/me/export', about: 'everything that is kept about me' },
    ...{ token: 'must', answer: 'PersonalData' },
  },
  {
    ...{
      id: 'renewRecoveryCode',
      call: 'POST /api/me/recovery-code',
      about: 'a new one, shown once; the old one ends',
    },
    ...{ token: 'must', answer: 'RecoveryCode', limit: 'identity' },
  },
  {
    ...{ id: 'listSessions', call: 'GET /api/me/sessions', about: 'my devices, the one used last first' },
    ...{ token: 'must', answer: 'Sessions' },
  },
  {
    ...{ id: 'createLink', call: 'POST /api/links', about: 'a code that signs in another device, once, for 5 minutes' },
    ...{ token: 'must', answer: 'Link', limit: 'links' },
  },
  {
    ...{ id: 'signOut', call: 'POST /api/sign-out', about: 'ends this session, or another one of mine' },
    ...{ token: 'must', body: 'signOut', answer: 'SignedOut', limit: 'identity' },
  },
  {
    ...{ id: 'signOutEverywhere', call: 'POST /api/sign-out/everywhere', about: 'ends all of mine' },
    ...{ token: 'must', answer: 'SignedOut', limit: 'identity' },
  },
  {
    ...{ id: 'report', call: 'POST /api/reports', about: 'tells the host about a player or a match' },
    ...{ token: 'must', body: 'report', answer: 'Received', limit: 'reports' },
    codes: ['no-such-player', 'no-such-match', 'too-many-reports'],
  },
];

export const IDENTITY_ROUTES: readonly Route[] = [...COMING_BACK, ...MYSELF];
