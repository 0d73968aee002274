// Which part may import which. All else is asked by oxlint (.oxlintrc.json), natively and with types; of paths it has no rule.
import parser from '@typescript-eslint/parser';
import plugin from 'eslint-plugin-import-x';

const zones = [
  { target: './decorators', from: './src', except: ['./base', './json-schema/schema.ts'] },
  { target: './src/base', from: './src', except: ['./base'] },
  { target: './src/json-schema', from: './src', except: ['./base', './json-schema'] },
  { target: './src/rules', from: './src', except: ['./base', './json-schema', './rules'] },
  { target: './src/model', from: './src', except: ['./base', './json-schema', './rules', './model'] },
  {
    target: './src/schema',
    from: './src',
    except: ['./base', './json-schema', './rules', './schema', './model'],
  },
  { target: './src/serialize', from: './src', except: ['./base', './serialize', './model'] },
  {
    target: './src/spec',
    from: './src',
    except: ['./base', './spec', './json-schema', './schema', './model', './serialize'],
  },
  { target: './src/server', from: './src', except: ['./base', './server', './spec'] },
  {
    target: './src/operation',
    from: './src',
    except: ['./base', './json-schema', './model', './operation', './schema', './serialize', './spec'],
  },
  {
    target: './src/testing',
    from: './src',
    except: ['./base', './json-schema', './operation', './spec', './testing'],
  },
  { target: ['./src/nest', './src/server', './src/webhook'], from: './src/operation' },
  { target: './src/nest', from: ['./src/webhook', './src/notifier', './src/adapters', './src/serialize'] },
  {
    target: [
      './src/base',
      './src/json-schema',
      './src/rules',
      './src/model',
      './src/schema',
      './src/spec',
      './src/server',
      './src/docs.ts',
    ],
    from: './src/nest',
  },
  { target: ['./src/!(cli)/**/*', './decorators', './src/docs.ts'], from: './src/cli' },
  { target: './src/diff', from: './src', except: ['./base', './json-schema', './diff'] },
  { target: './src/adapters', from: ['./src/webhook', './src/notifier'] },
  { target: './src/notifier', from: './src', except: ['./base', './notifier'] },
  { target: './src/engines', from: './src', except: ['./base', './engines', './notifier'] },
  { target: './src/webhook', from: ['./src/server', './src/adapters', './src/docs.ts'] },
  { target: './src/docs.ts', from: ['./src/webhook', './src/notifier'] },
];

export default [
  {
    files: ['src/**/*.ts', 'decorators/**/*.ts'],
    languageOptions: { parser },
    // The comments in the sources are about oxlint's rules.
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
    plugins: { 'import-x': plugin },
    settings: { 'import-x/resolver': { typescript: true } },
    rules: { 'import-x/no-restricted-paths': ['error', { zones }] },
  },
];
