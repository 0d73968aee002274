import { toolsVersion } from '../tools-version.js';
import { PROJECTS, type ProjectTemplate } from './frameworks.js';
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
    'package.json': manifestOf(name, template),
    'tsconfig.json': TSCONFIG,
    '.gitignore': 'node_modules\ndist\n',
    'src/tasks.ts': TASKS,
    'src/webhook.ts': WEBHOOK,
    ...(isNest ? { 'src/app.ts': NEST_APP } : { 'src/api.ts': API }),
    'src/main.ts': template.main,
    'src/main.test.ts': isNest ? NEST_TEST : API_TEST,
  };
}

function manifestOf(name: string, { packages, devPackages }: ProjectTemplate): string {
  const own = `^${toolsVersion()}`;
  const manifest = {
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: {
      build: 'tsc',
      dev: 'tsc-watch --noClear --onSuccess "node --enable-source-maps dist/main.js"',
      start: 'NODE_ENV=production node dist/main.js',
      test: 'tsc && node --test dist/main.test.js',
    },
    dependencies: {
      dtospec: own,
      'class-transformer': '^0.5.1',
      'class-validator': '^0.15.1',
      'reflect-metadata': '^0.2.2',
      ...packages,
    },
    devDependencies: {
      'dtospec-tools': own,
      'tsc-watch': '^7.2.1',
      typescript: '^5.9.0',
      '@types/node': '^20.19.0',
      ...devPackages,
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
