import type { OtherText } from '../games/gameTypes.ts';

/** Every code that a client can get back, with what happened and what to do. Codes are stable, text is not. */
export const CODES = {
  'bad-request': 'The request does not have the form that the protocol asks for. Compare it with the documentation.',
  'other-protocol':
    'Server and client speak different versions of the protocol; "reason" names the one of the server. Update the older of the two.',
  'too-large': 'The request is larger than this server reads (8 KB over HTTP, 4 KB over a socket). Send less.',
  'unknown-action': 'There is no action of this name. See the list of actions in the protocol.',
  unauthorized:
    'You are not signed in here, or your session or token has ended. Sign in (with the SDK: `client.signIn()`), and send a valid token as "Authorization: Bearer …". For a program or a bot, its owner makes a new token on the page "You".',
  forbidden: 'Only the host of the match or its participants may do this. Sign in as one of them.',
  banned:
    'This player is banned here; "reason" names the rule, "until" says how long, and GET /api/me/penalties tells more and takes one answer. If "reason" is `network`, the network of the request is banned: ask the host.',
  'not-found': 'There is nothing at this address. See the list of routes in the protocol.',
  'wrong-method': 'This address does not take this method. The header Allow names those that it takes.',
  'no-such-match': 'There is no match with this id. Compare the id, or look in GET /api/matches.',
  'unknown-game': 'This server does not host a game of this name. GET /api/games lists those it hosts.',
  'bad-options': 'This game has no such option, value, preset or number of seats. GET /api/games lists them.',
  'unknown-bot': 'This game has no bot of this name. GET /api/games lists them.',
  'wrong-code': 'This match or tournament is private, and the code is missing or wrong. Ask the host for it.',
  'name-refused':
    'This name cannot be used: it could be taken for the server, its host or a bot, has a bracket, or holds a word that is not allowed here. Choose another one. A player from another host is called as at home (`named-at-home`).',
  'no-such-player': 'There is no player with this id, or the player has left for good. Compare the id.',
  'no-such-process': 'No living process has this name or id. GET /api/operator/processes lists them.',
  'bad-network': 'This network cannot be banned; "reason" says why. Name an address, or a network like 203.0.113.0/24.',
  'unknown-recovery-code':
    'No player has this recovery code: it is mistyped, or a newer one has replaced it. Compare it with what you wrote down.',
  'unknown-link-code':
    'This link code is mistyped, was used, has been replaced, or is older than five minutes. Ask for a new one on the device that is signed in.',
  'invitation-needed':
    'New players come to this server by an invitation of its host. Send its code as "invitation", or sign in as a player whom this server knows.',
  'unknown-invitation':
    'This invitation is mistyped, was used up, or has ended. Compare it, or ask the host of the server for another one.',
  'sign-up-closed':
    'This server takes no guests. Sign in by its provider, with a passkey, or with a code of a player whom it knows.',
  'no-provider': 'The host of this server has set up no provider to sign in by. Use a passkey or a code.',
  'sign-in-refused':
    'The sign-in by the provider did not succeed; "reason" says why: it is over, was done before, or was begun in another browser (`expired`), the provider did not let you in (`denied`), does not answer (`unreachable`), reports a mistake (`provider`), or its answer does not prove who you are (`untrusted`). Begin anew, or tell the host.',
  'no-passkeys-here':
    'No passkey can be used here; "reason" says why: the page is not one of this server (`origin`), or its address has no name or no https (`address`). Open the page of the server at its own address, or use a code.',
  'passkey-refused':
    'The passkey was not accepted; "reason" says why: its challenge was used or is older than five minutes (`challenge`), its signature, origin or counter is not right (`proof`), or it is a passkey here already (`known`). Begin anew.',
  'unknown-passkey':
    'No player here has this passkey: it was removed, or is one of another server. Remove it from your device, and use another passkey or a code.',
  'no-such-passkey': 'You have no passkey with this id. GET /api/me/passkeys lists yours.',
  'scope-missing':
    'The token of this program may not do this; "reason" names the scope that it needs. If "reason" is `account`, no token of a program may do it. The player makes a token with that scope, or does it.',
  'no-such-token': 'You have no token of a program with this id. GET /api/me/tokens lists yours.',
  'consent-refused':
    'The program does not say rightly who asks, or where the answer goes; "reason" names the parameter. Tell its author.',
  'grant-refused':
    'No token comes of this code: it is wrong, was used, is older than a minute, was given to another program or address, its verifier is wrong, or the player has left. Ask the player anew.',
  'other-grant': 'Tokens come of codes alone. Send "authorization_code" as "grant_type".',
  'no-such-bot': 'You have no bot account with this id. GET /api/me/bots lists yours.',
  'bots-not-allowed':
    'A bot account may not do this; "reason" says why: the table does not allow programs (`table`), a seat at a rated table is held by its owner or another bot of its owner (`owner`), or only people do this (`people`). Take challenges, or make a table.',
  'bot-scopes':
    'These scopes do not fit the account. Give a token of a bot account `bot`, and of the others only `read`, `play` and `lobby`; leave `bot` out of a token of your own.',
  'not-shared': 'This host tells other hosts of none of its tables. Look in GET /api/matches.',
  'not-vouched':
    'This host does not say to that one who you are; "reason" says why: it does not list the other host (`host`), has no public address (`address`), you have no way back to your player here (`guest`), or are at home elsewhere (`visitor`). You can go there as a guest.',
  'arrival-refused':
    'What your host says of you was not accepted; "reason" says why: this host does not list it (`host`) or has no public address (`address`), it does not have the right form (`form`), signature (`signature`), key (`other-key`), sender (`other-host`) or receiver (`other-receiver`), its time is over (`over`) or has not come (`future`), lasts too long (`too-long`), it was used before (`used`), your player at home is banned or was deleted (`subject`), or the key of your host could not be learned from it (`unknown-key`). Begin anew at your host, or come as a guest.',
  'no-open-data': 'There is no file of open data of this month. GET /api/open-data lists those that there are.',
  'too-many-guesses': 'Too many wrong codes came from this address or for this code. Wait as long as Retry-After says.',
  'too-many-reports':
    'You have sent as many reports as one player may send in a day, and they are kept. Wait as long as Retry-After says.',
  'bad-webhook':
    'No notices can be sent to this address; "reason" says why. Use https, a public address, no user name, and no redirect.',
  'wrong-webhook-code':
    'The first message to this webhook says another code. Compare it, or remove the webhook and add it anew.',
  'unproven-webhook': 'This webhook gets notices once you have entered the code of its first message. Enter it first.',
  'no-such-webhook': 'You have no webhook with this id. GET /api/me/webhooks lists yours.',
  'too-many-webhooks': 'You have as many webhooks as one player may have. Remove one first.',
  'paused-webhook':
    'This webhook gets nothing more; its "paused" says why. Remove it, and add it anew if you want its notices again.',
  'mail-off': 'This server sends no e-mail, because its host has not set it up. Choose a chat, or ask the host.',
  'too-many-mails':
    'Too many first mails were asked for; "reason" says whether for this address, by you, or from your network. Wait as long as Retry-After says.',
  'webhooks-off': 'The host of this server has switched notices off. Ask the host, or stay connected to the match.',
  'ahead-refused':
    'Answers cannot be left ahead here, or not now; "reason" says why: a `clock` that counts no days, `your-turn`, or `too-long` answers. Play yourself, or ask again once it is not your turn.',
  'vacation-refused':
    'You cannot begin this vacation; "reason" says why: `off` here, `on-vacation` already, or `too-long`. GET /api/me/vacation says how long it may be.',
  'no-such-challenge':
    'No challenge of this id is open for you: it is over, or was taken back. GET /api/me/challenges lists those that are.',
  'no-such-tournament': 'There is no tournament with this id. GET /api/tournaments lists those that are public.',
  'tournament-refused':
    'The tournament does not allow this, or not now; "reason" says why. Read it again, or ask who has made it.',
  'no-such-seat': 'This match has no such seat. GET /api/matches/{match} lists its seats.',
  'seat-taken': 'This seat is taken. Choose another one.',
  'seat-free': 'This seat is free. Look at the match again.',
  'awaiting-approval':
    'The host of this match decides who may sit down, and knows that you wait. Ask again every second or so.',
  'not-admitted': 'The host of this match did not let you sit down. Watch it, or find another one.',
  'blocked-by-you':
    'You have blocked this player, or one who hosts this match or sits at it. Lift the block first, or find another match.',
  'too-many-lobbies':
    'This server keeps as many different lists up to date as it can. Use a wider filter, or ask GET /api/matches.',
  'match-full': 'Every seat of this match is taken. Watch it, or find another one.',
  'already-started': 'The match has started, so its seats can no longer change. Watch it, or find another one.',
  'not-started': 'The match has not started. Wait until every seat is taken.',
  'match-over': 'The match is over. Look at its result, or read its record.',
  'not-over':
    'The match is not over: until then its record is secret, and it has no rematch. Ask again when it has ended.',
  'no-account':
    'This match has no account of luck and skill; "reason" says why: it was aborted (`aborted`), no values were learned for its edition and rules (`no-values`), or its record is too long (`too-long`). Read its record instead.',
  'no-such-puzzle': 'There is no puzzle with this id. GET /api/puzzles lists them.',
  'no-such-position':
    'A match cannot go on from there: the old match had not begun, was over, or has no such entry. Choose another entry.',
  'not-seated': 'You hold no seat in this match. Take one, or watch.',
  'watching-off': 'The host lets no spectators watch this match. Watch another one.',
  kicked:
    'The operator of this server sent you away from this match, and you cannot watch it before it ends. Watch another one.',
  'talk-off':
    'Talk is off at this table: its host or the host of the server wants it so. Play on, or find another table.',
  'phrases-only': 'This table allows only the ready-made phrases. Choose one of them.',
  'too-much-talk': 'You say more than one person may say in ten seconds, so this was not said. Wait a moment.',
  'slow-talk': 'A player waits here between two lines; "reason" says how many seconds are left. Say it again then.',
  muted:
    'You may say nothing to other players for now; "reason" names the rule, "until" says how long. GET /api/me/penalties tells more and takes one answer.',
  'no-right':
    'You are not a moderator of this server, or have no right to this; "reason" names the right. Ask the operator for it.',
  'penalty-refused':
    'This cannot be done to this player or with this penalty; "reason" says why. Read the list of penalties again.',
  'no-such-penalty': 'There is no penalty with this id, or it is not yours. Read the list of penalties again.',
  'no-such-report': 'There is no report with this id, or it is not for you. Read the list of reports again.',
  silenced: 'The host of this match has silenced you, so this was not said. Play on, or find another table.',
  'commitment-changed': 'The commitment that you name is not that of this match. Read the match again and retry.',
  'stale-decision':
    'The match does not ask you what this move answers: it is not your turn, or no longer. Wait until you have legal moves, and choose one of them.',
  paused: 'The match is paused by agreement. Wait until the pause is over, or offer to go on.',
  'cannot-agree':
    'This cannot be offered or answered now; "reason" says why. Look at the offer and the pause that the table shows.',
  'use-your-temple':
    'A temple takes the offerings of this seat. Drop the skulls there, or say first that you offer by hand.',
  'beads-refused':
    'This cannot be done with these beads now; "reason" says why. Look at the temple that the table shows.',
  'seat-kept':
    'A bot stands in for the player of this seat, and the seat is kept for that player for now. Ask again later, or watch.',
  'bad-notation': 'This text is not a move of this game. Send one of the legal moves exactly as listed.',
  'illegal-move': 'The rules do not allow this move now; "reason" names the rule. Choose one of the legal moves.',
  'id-reused': 'This action id was used before for something else. Make a fresh id for every action.',
  'too-many': 'You asked too often. Wait as long as Retry-After says, or a moment, then go on more slowly.',
  'limit-reached':
    'This is more than this server allows; "reason" says of what. Ask for less, or end or release one that you have.',
  'no-such-temple': 'No temple of this name is known here, or it is not yours. GET /api/temples lists yours.',
  'temple-owned':
    'Another player owns this temple. Ask that player to release it, or use the code that is printed on it.',
  'temple-bound': 'The temple counts for a match. Take it out of that match first, or wait for its end.',
  'no-temple-here': 'This game has no offerings, or this match has a temple there already. Choose another match.',
  'temple-silent':
    'The temple does not answer, has no light or display for this, or is not yours. Look whether it has power and Wi-Fi, or use its printed code.',
  'wrong-temple-code':
    'This is not the code of the temple, or it was used, or it is too old. Compare it with the temple.',
  'matchmaking-closed':
    'Matches are created and joined through /api/matches only. Use the seat reservation that it gives.',
  'record-damaged':
    'The record of this match is damaged where the server keeps it; "reason" says in which line. Tell the host of the server.',
  unavailable:
    'The server cannot do this now, or does not know whether it has done it. Look, then try again in a few seconds.',
  internal: 'The server made a mistake, and it has been logged. The match stays as it was: look at it, then try again.',
} as const;

export type Code = keyof typeof CODES;

/** The HTTP status of each refusal whose status is not 409. */
const STATUS: Partial<Record<Code, number>> = {
  'bad-request': 400,
  'bad-options': 400,
  'unknown-game': 404,
  'unknown-bot': 404,
  unauthorized: 401,
  forbidden: 403,
  banned: 403,
  muted: 403,
  'slow-talk': 429,
  'no-right': 403,
  'no-such-penalty': 404,
  'no-such-report': 404,
  'wrong-code': 403,
  'matchmaking-closed': 403,
  'watching-off': 403,
  kicked: 403,
  'not-admitted': 403,
  'too-many-lobbies': 503,
  'not-found': 404,
  'wrong-method': 405,
  'no-such-match': 404,
  'no-such-challenge': 404,
  'no-such-seat': 404,
  'no-such-player': 404,
  'no-such-puzzle': 404,
  'no-such-tournament': 404,
  'no-such-process': 404,
  'bad-network': 400,
  'no-such-temple': 404,
  'wrong-temple-code': 403,
  'name-refused': 400,
  'bad-webhook': 400,
  'no-such-webhook': 404,
  'wrong-webhook-code': 403,
  'unproven-webhook': 409,
  'paused-webhook': 409,
  'vacation-refused': 409,
  'ahead-refused': 409,
  'mail-off': 403,
  'too-many-mails': 429,
  'webhooks-off': 403,
  'unknown-recovery-code': 403,
  'unknown-link-code': 403,
  'no-provider': 404,
  'sign-in-refused': 403,
  'invitation-needed': 403,
  'unknown-invitation': 403,
  'sign-up-closed': 403,
  'no-passkeys-here': 403,
  'passkey-refused': 403,
  'unknown-passkey': 403,
  'no-such-passkey': 404,
  'scope-missing': 403,
  'no-such-token': 404,
  'consent-refused': 400,
  'grant-refused': 400,
  'other-grant': 400,
  'no-such-bot': 404,
  'bots-not-allowed': 403,
  'bot-scopes': 400,
  'not-shared': 404,
  'not-vouched': 403,
  'arrival-refused': 403,
  'no-open-data': 404,
  'other-protocol': 400,
  'too-large': 413,
  'too-many': 429,
  'too-many-guesses': 429,
  'too-many-reports': 429,
  internal: 500,
  'record-damaged': 500,
  unavailable: 503,
};

export function statusOf(code: Code): number {
  return STATUS[code] ?? 409;
}

/** What every refusal looks like, over HTTP and over a socket. */
export interface Refusal<Reason extends string = string> {
  readonly code: Code;
  /** The rule or the field that is meant, in kebab-case or as a path. */
  readonly reason?: Reason | OtherText;
  readonly message: string;
  /** The penalty that stands in the way. The player sees it at `GET /api/me/penalties`. */
  readonly penalty?: string;
  /** When that ends by itself, in milliseconds since 1970. Absent: it does not. */
  readonly until?: number;
}

/** `detail`: another sentence, which says more than the one of the code. */
export function refusal(code: Code, reason?: string, detail?: string): Refusal {
  const said = messageOf(code, reason);
  const message = detail === undefined ? said : `${said} ${detail}`;
  return { code, ...(reason !== undefined && { reason }), message };
}

/** The message of `unavailable`, by the readiness of the server, or by what takes its time. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  starting: 'The server is starting. Try again in a few seconds.',
  draining:
    'The server will stop soon and starts no new match. Running matches go on. Try again in a few minutes, or on another server.',
  stopping: 'The server is stopping, perhaps to start again. It keeps all that it accepted. Try again in a minute.',
  'disk-full': 'The disk of the server is full, so it cannot store anything new. Tell its host, and try again later.',
  'disk-failing': 'The disk of the server fails, so it cannot store anything new. Tell its host, and try again later.',
  'database-failing':
    'The server does not reach its database, so it cannot store anything new. It goes on by itself when the database is back.',
  account: 'The account of this match is being made. Ask again in a few seconds.',
  accounts: 'The server makes as many accounts as it can. Ask again when the time of Retry-After is over.',
};

/** Messages that stand in the place of that of the code. */
const BY_REASON: Partial<Readonly<Record<Code, Readonly<Record<string, string>>>>> = {
  unavailable: UNAVAILABLE,
  'too-many': {
    streams:
      'Another stream took the place of this one: a player has at most ten of one match, and the server a limit for all. Close those that you do not read.',
  },
};

function messageOf(code: Code, reason = ''): string {
  return BY_REASON[code]?.[reason] ?? CODES[code];
}
