// Enforces the directions that .eslintrc.json lists: one rule of a plugin whose others want ESLint itself, 1,100 files.
import noRestrictedPaths from 'eslint-plugin-import-x/rules/no-restricted-paths';

export default { meta: { name: 'directions' }, rules: { 'no-restricted-paths': noRestrictedPaths } };
