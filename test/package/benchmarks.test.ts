import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { needing } from '../support/programs/optional-programs.js';

const root = path.join(__dirname, '../..');

describe('every benchmark runs, and its contestants give the same results', () => {
  let page: string;
  const sectionOf = (title: string): string => {
    const [, part = ''] = page.split(`## ${title}\n`);
    return part.split('\n## ')[0]!;
  };

  beforeAll(() => {
    execFileSync(process.execPath, [path.join(root, 'scripts/prepare.mjs'), 'bench']);
    // A contestant whose content differs ends the run with an error.
    page = execFileSync(process.execPath, [path.join(root, 'bench/run.mjs'), '--small'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }, 300_000);

  it.each([
    ['Requests', ['Fastify, ajv', 'Fastify, zod', 'Nest on Fastify', 'Hono, zod-openapi', 'Koa, dtospec']],
    ['Building a document', ['dtospec', '@nestjs/swagger', 'zod-to-openapi', 'one bare pass (the floor)']],
    ['Starting', ['Express', 'Fastify', 'Hono', 'Nest', 'zod-openapi', 'bundled']],
    ['Importing', ['CommonJS', 'ES modules']],
    ['Serializing and checking', ['serialize', 'check']],
    ['Serving', ['node:http', 'Express', 'Fastify', 'Koa', 'Hono']],
    ['Downloads', ['Fastify, dtospec', 'Express, dtospec']],
    ['Compiling', ['dtospec', 'ts-rest', 'oRPC', 'Elysia, Eden', 'Hono with zod-openapi, hc']],
    ['Hostile bodies', ['holds the event loop', 'by hand']],
    ['Sending', ['axios', 'node:http', 'undici Pool', 'dtospec']],
    ['Queueing', ['bare SQLite', 'dtospec/sqlite', 'dtospec/postgres', 'for one host', 'for 10 hosts']],
  ])('%s', (title, contestants) => {
    const section = sectionOf(title);
    for (const name of contestants) expect(section).toContain(name);
    expect(section).not.toContain('NaN');
  });

  needing(it, 'redis')('Queueing on Redis', () => {
    expect(sectionOf('Queueing')).toMatch(/\| BullMQ \| dtospec\/bullmq \|/);
  });

  needing(it, 'redis')('several processes on Redis send each message once', () => {
    const section = sectionOf('Queueing by several processes');
    for (const processes of [1, 2])
      expect(section).toMatch(new RegExp(`\\n\\| ${processes} \\|.*\\| 0 \\|\\n`));
  });
});
