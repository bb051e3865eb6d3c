/** Examples of players and their webhooks. */
import { ANA, BEN, ENDED_MATCH, MATCH, MINUTE, NOW, SESSION, TEMPLE } from './values.ts';

export const peopleBodyExamples = {
  guest: { name: ANA.name, label: 'phone' },
  refresh: { refresh: 'eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJyZWZyZXNoIn0.BoXIhSSFOgAsrLko0MAGzMakgeL6kx69a3XHUI' },
  choose: { name: ANA.name },
  recover: { code: '836P-ZY3G-WZ24-6SFN-DN7P', label: 'phone' },
  redeem: { code: 'GMTHHZNP', label: 'phone' },
  signOut: { session: SESSION },
  report: { player: BEN.player, match: MATCH, reason: 'abuse', text: 'Shouts at the table.' },
  webhook: { url: 'https://example.org/notices', events: ['turn', 'ended'] },
};

const me = { ...ANA, createdAt: NOW, hasRecoveryCode: true };
const session = { session: SESSION, label: 'phone', createdAt: NOW, lastUsedAt: NOW + MINUTE, isThis: true };
const report = { at: NOW, player: BEN.player, match: MATCH, reason: 'abuse', text: 'Shouts at the table.' };
const webhook = {
  webhook: 'be5b2f2b-a3ec-4cc7-ad01-3931e7ecc7ce',
  url: 'https://example.org/notices',
  events: ['turn', 'ended'],
  createdAt: NOW,
  pending: 1,
  failed: 0,
  lastSuccessAt: NOW + MINUTE,
  lastFailure: { at: NOW, reason: 'unreachable' },
};

export const peopleAnswerExamples = {
  SignedIn: {
    ...ANA,
    token: 'eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJhY2Nlc3MifQ.Z0k_tBftWUDbZT1p2TOyTFgJsMc3Y0Xe3yL2218va1s',
    expiresAt: NOW + 60 * MINUTE,
    refresh: peopleBodyExamples.refresh.refresh,
  },
  Me: me,
  Chosen: { ...me, recoveryCode: '836P-ZY3G-WZ24-6SFN-DN7P' },
  RecoveryCode: { recoveryCode: '836P-ZY3G-WZ24-6SFN-DN7P' },
  Link: { code: 'GMTHHZNP', text: 'flowerwar:link:GMTHHZNP', expiresAt: NOW + 5 * MINUTE },
  SessionList: { sessions: [session] },
  SignedOut: { ended: 1 },
  PersonalData: {
    ...me,
    recoveryCodeCreatedAt: NOW,
    sessions: [session],
    matches: [ENDED_MATCH],
    ratings: [
      {
        game: 'flower-war',
        preset: 'flower-war',
        rating: 1534.2,
        deviation: 181.6,
        volatility: 0.06,
        matches: 3,
        at: NOW,
      },
    ],
    reports: [report],
    webhooks: [webhook],
    temples: [TEMPLE],
    talk: [{ match: ENDED_MATCH, at: NOW, phrase: 'hello' }],
    silencedIn: [],
  },
  Deleted: { deleted: true },
  Received: { received: true },
  WebhookList: { webhooks: [webhook] },
  AddedWebhook: { ...webhook, secret: '3332295c0046cf927eb1158ecc5ca991bfcbc27c445e33ff1952b28ba8f9cf74' },
  RemovedWebhook: { removed: true },
  TestedWebhook: { notice: '1ce9b17d-1b26-4a57-8e6c-c5a510608a4d' },
  ReportList: {
    reports: [{ ...report, reporter: ANA.player, lines: [{ at: NOW, seat: 1, player: BEN.player, text: 'Boo!' }] }],
  },
};
