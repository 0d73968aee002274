// ESLint reads only flat configuration; the rules stay in .eslintrc.json, which this translates.
import { readFileSync } from 'node:fs';
import { FlatCompat } from '@eslint/eslintrc';
import js from '@eslint/js';
import { configs } from 'typescript-eslint';

const root = import.meta.dirname;
const { root: _, ...rules } = JSON.parse(readFileSync(`${root}/.eslintrc.json`, 'utf8'));
const compat = new FlatCompat({ baseDirectory: root, recommendedConfig: js.configs.recommended });

/** Of the rules that ask for types, which take most of the time, those without which a test could not fail. */
const KEPT = [
  'no-floating-promises',
  'no-misused-promises',
  'await-thenable',
  'switch-exhaustiveness-check',
].map((rule) => `@typescript-eslint/${rule}`);
const { rules: typed } = configs.disableTypeChecked;
const forTests = {
  files: ['test/**/*.ts', 'bench/**/*.ts'],
  rules: Object.fromEntries(Object.entries(typed).filter(([rule]) => !KEPT.includes(rule))),
  linterOptions: { reportUnusedDisableDirectives: 'off' },
};

export default [
  {
    ignores: [
      '**/dist',
      'build',
      'coverage',
      'reports',
      'test/package/clients/program',
      'test/package/testing/program',
    ],
  },
  ...compat.config(rules).map((part) => ({ ...part, files: part.files ?? ['**/*.ts'] })),
  // DTOSPEC_LINT=all asks of tests what is asked of the sources.
  ...(process.env.DTOSPEC_LINT === 'all' ? [] : [forTests]),
];
