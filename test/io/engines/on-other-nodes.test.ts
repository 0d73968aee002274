import { testOnOtherNodes } from '../../support/engines/other-nodes.js';

testOnOtherNodes([
  { node: 'node22', files: ['contract'], kinds: '^(sqlite|redis)' },
  // There the engine uses node:sqlite.
  { node: 'node22', files: ['sqlite', 'sqlite-libraries'], kinds: '' },
  { node: 'node24', files: ['contract'], kinds: '^(sqlite|redis|postgres|pglite)' },
  { node: 'node26', files: ['contract'], kinds: '^(sqlite|redis|postgres|pglite)' },
  { node: 'node26', files: ['sqlite'], kinds: '' },
]);
