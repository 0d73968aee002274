import { PROJECTS } from './frameworks.js';
import { NEST_APP, NEST_TEST } from './nest-programs.js';
import { API, API_TEST } from './operation-programs.js';
import { TASKS, WEBHOOK } from './task-programs.js';
import { TSCONFIG, type Framework } from './templates.js';

/** Files of a new project, by their paths. */
export type ProjectFiles = Readonly<Record<string, string>>;

/** Returns the files of a running server: operations, a webhook with its receiver, a test. */
export function projectFiles(framework: Framework, name: string): ProjectFiles {
  const template = PROJECTS[framework];
  const isNest = framework === 'nest';
  return {
    'package.json': manifestOf(name),
    'tsconfig.json': TSCONFIG,
    '.gitignore': 'node_modules\ndist\n',
    'src/tasks.ts': TASKS,
    'src/webhook.ts': WEBHOOK,
    ...(isNest ? { 'src/app.ts': NEST_APP } : { 'src/api.ts': API }),
    'src/main.ts': template.main,
    'src/main.test.ts': isNest ? NEST_TEST : API_TEST,
  };
}

/** Returns the arguments of the two calls of `npm install`, which writes the versions into package.json. */
export function installCommands(framework: Framework): readonly (readonly string[])[] {
  const { packages, devPackages = [] } = PROJECTS[framework];
  return [
    [
      'install',
      'dtospec',
      'class-validator@0.15',
      'class-transformer@0.5',
      'reflect-metadata@0.2',
      ...packages,
    ],
    ['install', '--save-dev', 'dtospec-tools', 'typescript@5', '@types/node@20', ...devPackages],
  ];
}

function manifestOf(name: string): string {
  const manifest = {
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: {
      build: 'tsc',
      dev: 'tsc && node --enable-source-maps dist/main.js',
      start: 'NODE_ENV=production node dist/main.js',
      test: 'tsc && node --test dist/main.test.js',
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
