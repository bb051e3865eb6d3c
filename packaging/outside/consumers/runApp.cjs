/** Runs what Metro made: one script without modules. */
const { readFileSync } = require('node:fs');
const { runInThisContext } = require('node:vm');

const [bundle, url] = process.argv.slice(2);
globalThis.window = globalThis;
runInThisContext(readFileSync(bundle, 'utf8'), { filename: bundle });
globalThis.playAndProve(url).then(
  (words) => {
    console.log(words);
    process.exit(0);
  },
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
