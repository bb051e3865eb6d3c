/** The tools beside the scripts of package.json, by the people who need them. Each explains its flags with `--help`. */

interface Tool {
  readonly file: string;
  /** As the tool says it of itself: a test holds both together. */
  readonly does: string;
}

export const TOOLS: Readonly<Record<string, Readonly<Record<string, Tool>>>> = {
  hosts: {
    init: {
      file: 'hosting/init/init.ts',
      does: 'asks five questions, and writes the settings, the units and the file of the proxy for a server',
    },
    verify: { file: 'server/tools/records/verify.ts', does: 'says what the record of a match proves' },
    replay: { file: 'server/tools/records/replay.ts', does: 'shows the record of a match, entry by entry' },
    account: {
      file: 'server/tools/records/account.ts',
      does: 'says how much of the result of a match was luck, and how much skill',
    },
    puzzles: {
      file: 'server/tools/records/puzzles.ts',
      does: 'finds puzzles in matches between bots, or in the records of matches',
    },
    doctor: {
      file: 'server/tools/doctor/doctor.ts',
      does: 'looks whether a server has what it needs, and says how to mend what it has not',
    },
    backup: { file: 'server/tools/backup.ts', does: 'copies all data of the server into FILE, also while people play' },
    dump: {
      file: 'server/tools/dump.ts',
      does: 'writes the public matches that ended in a month into a file that all may have',
    },
    'rotate-backups': {
      file: 'hosting/backup/rotate.ts',
      does: 'makes a backup in FOLDER, and then deletes the oldest there',
    },
    restore: {
      file: 'server/tools/restore.ts',
      does: 'puts a backup where the server looks for its data. Stop the server first',
    },
    'move-store': { file: 'server/tools/moveStore.ts', does: 'moves all data of a server. Stop all servers first' },
    ratings: {
      file: 'server/tools/ratings.ts',
      does: 'computes all ratings anew from the records, with the server stopped',
    },
    bridge: { file: 'bridge/src/main.ts', does: 'connects temples with a server' },
    broker: { file: 'bridge/broker/main.ts', does: 'runs the embedded MQTT broker' },
    'new-temple': {
      file: 'bridge/tools/newTemple.ts',
      does: 'makes a temple, or shows a temple again that was made here',
    },
    'temple-labels': {
      file: 'bridge/tools/templeLabels.ts',
      does: 'writes labels to print, ten on a page: QR code, name and printed code of each temple',
    },
    mosquitto: {
      file: 'bridge/tools/mosquitto.ts',
      does: 'writes what mosquitto needs for the temples of npm run do -- new-temple; run it again after each',
    },
    'temple-pi': { file: 'temple/device/pi/main.ts', does: 'runs a temple on a Raspberry Pi' },
    'rolling-restart': {
      file: 'launcher/src/servers/rollingRestart.ts',
      does: 'starts the server processes of npm start anew, one after the other',
    },
    conformance: {
      file: 'conformance/tools/server.ts',
      does: 'says whether a server keeps to the protocol, one line for each check',
    },
    'grade-client': { file: 'conformance/tools/client.ts', does: 'says whether a client keeps to the protocol' },
  },
  rules: {
    scenarios: {
      file: 'rules/tools/scenarios.ts',
      does: 'plays scenarios, and reports where the rules do something else',
    },
    simulate: { file: 'rules/tools/simulate.ts', does: 'plays many matches of bots and prints a summary' },
    balance: { file: 'rules/tools/balance.ts', does: 'plays the series of docs/balance.md and writes the page' },
    lengths: { file: 'rules/tools/lengths.ts', does: 'plays each edition in each length with each number of seats' },
    strength: {
      file: 'rules/tools/strength.ts',
      does: 'tells whether one bot is better than another, after how many matches one knows, and how long it thinks',
    },
    limit: {
      file: 'rules/tools/limit.ts',
      does: 'works out the most that any player can win of Tieqchieq against the bot greedy, in half an hour',
    },
    learn: {
      file: 'rules/tools/learn.ts',
      does: 'learns what the prospects that the bot strong weighs are worth, and prints the weights',
    },
    value: {
      file: 'rules/tools/value.ts',
      does: 'compares what positions are said to be worth with how matches end, and learns the weights of the values',
    },
    golden: { file: 'rules/tools/golden.ts', does: 'replays the golden games, and shows where an engine deviates' },
    freeze: {
      file: 'rules/tools/freeze.ts',
      does: 'bundles each game whose version is not frozen yet, so that its records can be folded for ever',
    },
    'bench-rules': {
      file: 'rules/tools/bench.ts',
      does: 'measures how many moves a second of processor time the rules list, judge and play',
    },
  },
  'the page and the words': {
    'build-web': { file: 'web/build/main.ts', does: 'builds the page if that must be' },
    'web-size': { file: 'web/build/size.ts', does: 'tells what the page loads, and fails beyond a budget' },
    clicks: {
      file: 'web/build/clicks.ts',
      does: 'counts the taps that a person needs for a match on the page, by kind of question and move',
    },
    'web-shots': {
      file: 'test/tools/web/shots.ts',
      does: 'makes a picture of each page on a phone, a desk and a wall, light and dark',
    },
    'web-walk': {
      file: 'test/tools/web/walk.ts',
      does: 'looks at every page and at the questions of all games, on many screens',
    },
    'web-speed': {
      file: 'test/tools/web/speed.ts',
      does: 'measures how soon a person plays on a slow phone, and how soon a tap is answered',
    },
    language: {
      file: 'test/tools/language.ts',
      does: 'makes or renews the file of a language, and says what is wrong or missing in it (code 1 if something is wrong)',
    },
    prompts: { file: 'test/tools/prompts.ts', does: 'shows questions of a random match as a player reads them' },
  },
  'the laboratory': {
    frozen: {
      file: 'test/tools/frozen.ts',
      does: 'compares what must not change with what was frozen, and names what differs (code 1)',
    },
    faults: {
      file: 'test/tools/faults.ts',
      does: 'plants faults in the code, one at a time, and says what finds each, and how soon (code 1 if one is missed)',
    },
    'simulate-house': {
      file: 'test/tools/simulateHouse.ts',
      does: 'runs servers, front door, broker, bridges, temples and people in one thread and virtual time, while anything fails',
    },
    chaos: { file: 'test/tools/chaos.ts', does: 'lets servers and all that they need fail at random under load' },
    crash: { file: 'test/tools/crash.ts', does: 'kills a playing server again and again' },
    twins: {
      file: 'server/tools/twins.ts',
      does: 'lets several processes claim one match at the same moment, on a PostgreSQL',
    },
    leaks: {
      file: 'test/tools/leaks.ts',
      does: 'plays twin matches over real sockets, and looks for what tells them apart',
    },
    fuzz: {
      file: 'test/tools/fuzz.ts',
      does: 'attacks HTTP, upgrades, sockets and the broker of a server that it starts',
    },
    openapi: {
      file: 'test/tools/openapi.ts',
      does: 'starts a server, and lets schemathesis call it by its OpenAPI document',
    },
    generators: {
      file: 'test/tools/generators.ts',
      does: 'lets clients that other generators make play on a real server',
    },
    'home-assistant': {
      file: 'test/tools/homeAssistant.ts',
      does: 'lets a temple live in a house with Home Assistant',
    },
    'data-folders': {
      file: 'test/tools/dataFolders.ts',
      does: 'makes test/fixtures/NAME with the server of another checkout',
    },
    vectors: { file: 'test/tools/vectors.ts', does: 'records protocol/vectors/socket anew' },
    'refused-records': {
      file: 'test/tools/refusedRecords.ts',
      does: 'writes protocol/vectors/dice.json and the refused records',
    },
  },
  measuring: {
    'bench-bots': {
      file: 'test/tools/bench/bots.ts',
      does: 'measures whether moves wait longer while hostile bots of a host think on the same core',
    },
    'bench-memory': {
      file: 'test/tools/bench/memory.ts',
      does: 'measures the memory that npm start needs, and what it writes without a player',
    },
    'bench-scale': {
      file: 'test/tools/bench/scale.ts',
      does: 'measures what moves and joins cost several servers, their PostgreSQL and their Redis',
    },
    'bench-takeover': {
      file: 'test/tools/bench/takeover.ts',
      does: 'measures how long matches stand still when a process is killed, and during a rolling restart',
    },
    'bench-tournament': {
      file: 'test/tools/bench/tournament.ts',
      does: 'measures how soon the rounds of a large tournament begin, and how long moves wait meanwhile',
    },
    'install-k6': { file: 'loadtest/tools/install.ts', does: 'builds k6 with Go, once' },
  },
  packages: {
    pack: {
      file: 'packaging/tools/pack.ts',
      does: 'builds the packages that strangers install, and packs them into dist/',
    },
    release: {
      file: 'packaging/tools/release.ts',
      does: 'packs all packages and executables with their checksums, and publishes the packages where it is told to',
    },
    executable: {
      file: 'packaging/tools/executable.ts',
      does: 'builds the program and Node as one file for Linux, into dist/',
    },
    'try-packs': {
      file: 'packaging/outside/tryPacks.ts',
      does: 'packs the packages, installs them outside the workspace, and uses them as strangers do',
    },
    site: { file: 'packaging/site/site.ts', does: 'builds the documents as pages that one can search, in dist/site' },
  },
};

/** What the package `flower-war` runs on: in older ones SQLite cannot bind what the server asks. */
export const LEAST_NODES = ['22.20', '24.8'];

const { conformance: _, 'grade-client': __, ...hosting } = TOOLS['hosts'] ?? {};

/** The commands of the package `flower-war`. In the house the first three are scripts of package.json. */
export const COMMANDS: Readonly<Record<string, Tool>> = {
  start: {
    file: 'launcher/src/start.ts',
    does: 'runs the server, a broker and a bridge; open the printed address in a browser',
  },
  play: { file: 'terminal/src/play.ts', does: 'plays in this terminal' },
  temple: { file: 'temple/twin/terminal/main.ts', does: 'is a temple in this terminal' },
  ...hosting,
};
