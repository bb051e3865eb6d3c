/** Metro as an app of React Native has it: ES modules become requires, and an import at run time finds its part. */
const { join } = require('node:path');

const runtime = join(__dirname, 'node_modules/metro-runtime');

module.exports = {
  projectRoot: process.cwd(),
  watchFolders: [runtime],
  resolver: { useWatchman: false },
  transformer: {
    asyncRequireModulePath: join(runtime, 'src/modules/asyncRequire'),
    getTransformOptions: async () => ({ transform: { experimentalImportSupport: true, inlineRequires: true } }),
  },
  maxWorkers: 2,
};
