/** No folders import each other, not even in a circle of several, and not even types. Tests may. */
import base, { TESTS } from './.dependency-cruiser.mjs';

export default {
  forbidden: [
    {
      name: 'folder-circles',
      comment: 'of two folders one lies below the other',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...base.options, exclude: { path: [...base.options.exclude.path, ...TESTS] } },
};
