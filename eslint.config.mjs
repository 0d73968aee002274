// ESLint reads only flat configuration; the rules stay in .eslintrc.json, which this translates.
import { readFileSync } from 'node:fs';
import { FlatCompat } from '@eslint/eslintrc';
import js from '@eslint/js';

const root = import.meta.dirname;
const { root: _, ...rules } = JSON.parse(readFileSync(`${root}/.eslintrc.json`, 'utf8'));
const compat = new FlatCompat({ baseDirectory: root, recommendedConfig: js.configs.recommended });

export default [
  { ignores: ['**/dist', 'build', 'coverage', 'reports', 'test/package/clients/program'] },
  ...compat.config(rules).map((part) => ({ ...part, files: part.files ?? ['**/*.ts'] })),
];
