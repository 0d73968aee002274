import { TSCONFIG, type Framework } from './templates.js';

/** Files of a new project, by their paths. */
export type ProjectFiles = Readonly<Record<string, string>>;

interface ProjectTemplate {
  /** Packages of the framework, as `npm install` takes them. */
  readonly packages: readonly string[];
  readonly devPackages?: readonly string[];
  /** `src/main.ts` after its imports of all frameworks. */
  readonly main: string;
}

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
    'src/main.test.ts': isNest ? NEST_TEST : TEST,
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

const TASKS = `import 'reflect-metadata'; // before every class with decorators
import { Type } from 'class-transformer';
import { Equals, IsDefined, IsInt, IsString, Length, Min, ValidateNested } from 'class-validator';
import { Description, Example, Webhook } from 'dtospec';

export class NewTask {
  @Example('Buy milk')
  @IsString()
  @Length(1, 200)
  title!: string;
}

@Description('Something to do')
export class Task extends NewTask {
  @Example(1)
  @IsInt()
  @Min(1)
  id!: number;
}

/** The body of the webhook. */
@Webhook('task.added')
export class TaskAdded {
  @Equals('task.added')
  type = 'task.added' as const;

  @IsDefined()
  @ValidateNested()
  @Type(() => Task)
  task!: Task;
}

const tasks: Task[] = [];

export function allTasks(): Task[] {
  return tasks;
}

export function addTask({ title }: NewTask): Task {
  const task = Object.assign(new Task(), { id: tasks.length + 1, title });
  tasks.push(task);
  return task;
}
`;

const WEBHOOK = `import { createServer } from 'node:http';
import { Message, Notifier, RawBodyError, readRawBody, receiveWebhooks, WebhookChannel, WebhookRefusedError } from 'dtospec/webhook';
import { Task, TaskAdded } from './tasks.js';

// Each customer has an address and a secret of its own. Here one is on this machine.
const url = process.env.WEBHOOK_URL ?? 'http://localhost:4000/';
const secret = process.env.WEBHOOK_SECRET ?? 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const channel = new WebhookChannel({
  endpoints: () => ({ id: 'local', url, secrets: [secret] }),
  blockPrivateNetworks: process.env.NODE_ENV === 'production',
});

const notifier = new Notifier().register(channel);

/** Sends the webhook in the background, with retries, and prints what came of it. */
export function sendTaskAdded(task: Task): void {
  const event = Object.assign(new TaskAdded(), { task });
  const notification = {
    via: () => ['webhook'],
    toWebhook: () => new Message<TaskAdded>().setJSON(event),
  };
  notifier.send('customer', notification).then(({ deliveries }) => {
    for (const { outcome, attempts, error } of deliveries)
      console.log(\`webhook sent: \${outcome}, attempts: \${attempts}\`, error?.message ?? '');
  }, console.error);
}

/** The side of a customer: verifies the signature, and receives an instance of the class. */
export function startReceiver(): void {
  const receive = receiveWebhooks({ secrets: secret, events: [TaskAdded] });
  const server = createServer(async (request, response) => {
    try {
      await receive(await readRawBody(request), request.headers, ({ event }) => {
        if (event) console.log(\`webhook received: task \${event.task.id}, \${event.task.title}\`);
      });
      response.writeHead(204).end();
    } catch (error) {
      const isRefused = error instanceof WebhookRefusedError || error instanceof RawBodyError;
      console.error(error);
      response.writeHead(isRefused ? error.status : 500).end();
    }
  });
  server.on('error', (error) => console.error('no receiver:', error.message));
  server.listen(Number(new URL(url).port));
}
`;

const API = `import { Docs, operation, response } from 'dtospec';
import { addTask, allTasks, NewTask, Task, TaskAdded } from './tasks.js';
import { channel } from './webhook.js';

/** The endpoints with their handlers. \`added\` is called with each new task. */
export function operationsOf(added: (task: Task) => void) {
  return [
    operation(
      { method: 'GET', path: '/tasks', tags: ['Tasks'], responses: { 200: response('All tasks', [Task]) } },
      () => allTasks(),
    ),
    operation(
      {
        method: 'POST',
        path: '/tasks',
        tags: ['Tasks'],
        body: NewTask,
        responses: { 201: response('The new task', Task) },
      },
      ({ body }) => {
        const task = addTask(body); // body is a valid instance of NewTask
        added(task);
        return task;
      },
    ),
  ];
}

export const docs = new Docs({ info: { title: 'Tasks', version: '1.0.0' } });
docs.addWebhook(TaskAdded, { channel });
`;

const TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchOperations } from 'dtospec/fetch';
import { docs, operationsOf } from './api.js';
import type { Task } from './tasks.js';

const added: Task[] = [];
const serve = fetchOperations(docs, operationsOf((task) => added.push(task)));

function post(body: object): Promise<Response> | undefined {
  const headers = { 'content-type': 'application/json' };
  return serve(new Request('http://localhost/tasks', { method: 'POST', headers, body: JSON.stringify(body) }));
}

test('the document has no problems', () => {
  assert.deepEqual(docs.diagnostics(), []);
});

test('a task is added', async () => {
  const response = await post({ title: 'Buy milk' });
  assert.equal(response?.status, 201);
  assert.deepEqual(added.map(({ title }) => title), ['Buy milk']);
});

test('a task without a title is rejected', async () => {
  assert.equal((await post({ title: '' }))?.status, 400);
});
`;

const START = `
if (process.env.NODE_ENV !== 'production') startReceiver();
console.log(\`Docs page   http://localhost:\${port}/docs/\`);
`;

const IMPORTS = `import { docs, operationsOf } from './api.js';
import { sendTaskAdded, startReceiver } from './webhook.js';

const port = Number(process.env.PORT ?? 3000);
const operations = operationsOf(sendTaskAdded);
`;

const NEST_APP = `import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { Returns } from 'dtospec';
import { addTask, allTasks, NewTask, Task } from './tasks.js';
import { sendTaskAdded } from './webhook.js';

@Controller('tasks')
export class TasksController {
  @Get()
  @Returns([Task])
  listTasks(): Task[] {
    return allTasks();
  }

  @Post()
  addTask(@Body() body: NewTask): Task {
    const task = addTask(body);
    sendTaskAdded(task);
    return task;
  }
}

@Module({ controllers: [TasksController] })
export class AppModule {}
`;

const NEST_MAIN = `import 'reflect-metadata';
import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { nestDocs } from 'dtospec/nest';
import { AppModule } from './app.js';
import { TaskAdded } from './tasks.js';
import { channel, startReceiver } from './webhook.js';

const port = Number(process.env.PORT ?? 3000);
const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ['error', 'warn'] });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));

const docs = nestDocs(app, { info: { title: 'Tasks', version: '1.0.0' } });
docs.addWebhook(TaskAdded, { channel });
docs.mount(app, '/docs');
await app.listen(port);
${START}`;

const NEST_TEST = `import 'reflect-metadata';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { nestDocs } from 'dtospec/nest';
import { AppModule } from './app.js';

test('the document has no problems, and an invalid task is rejected', async () => {
  const app = await NestFactory.create(AppModule, { logger: false });
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  const docs = nestDocs(app, { info: { title: 'Tasks', version: '1.0.0' } });
  await app.listen(0);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(\`\${await app.getUrl()}/tasks\`, { method: 'POST', headers, body: '{}' });
  await app.close();
  assert.deepEqual(docs.diagnostics(), []);
  assert.equal(response.status, 400);
});
`;

const PROJECTS: Readonly<Record<Framework, ProjectTemplate>> = {
  express: {
    packages: ['express@5'],
    devPackages: ['@types/express@5'],
    main: `import express from 'express';
import { expressOperations } from 'dtospec/express';
${IMPORTS}
const app = express();
expressOperations(app, docs, operations);
docs.mount(app, '/docs');
app.listen(port);
${START}`,
  },
  fastify: {
    packages: ['fastify@5'],
    main: `import Fastify from 'fastify';
import { fastifyDocs, fastifyOperations } from 'dtospec/fastify';
${IMPORTS}
const app = Fastify();
await app.register(fastifyOperations, { docs, operations });
await app.register(fastifyDocs, { docs, prefix: '/docs' });
await app.listen({ port });
${START}`,
  },
  koa: {
    packages: ['koa@3', '@koa/router@15'],
    devPackages: ['@types/koa@3'],
    main: `import Router from '@koa/router';
import Koa from 'koa';
import { koaDocs, koaOperations } from 'dtospec/koa';
${IMPORTS}
const app = new Koa();
const router = new Router();
koaOperations(router, docs, operations);
app.use(koaDocs(docs, '/docs'));
app.use(router.routes());
app.listen(port);
${START}`,
  },
  hono: {
    packages: ['hono@4', '@hono/node-server@2'],
    main: `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { fetchDocs, honoOperations } from 'dtospec/fetch';
${IMPORTS}
const app = new Hono();
honoOperations(app, docs, operations);
const serveDocs = fetchDocs(docs, '/docs');
app.all('/docs/*', (context) => serveDocs(context.req.raw) ?? context.notFound());
serve({ fetch: app.fetch, port });
${START}`,
  },
  node: {
    packages: [],
    main: `import { createServer } from 'node:http';
import { nodeOperations } from 'dtospec';
${IMPORTS}
const api = nodeOperations(docs, operations);
const serveDocs = docs.middleware('/docs');
createServer((request, response) => {
  serveDocs(request, response, () => {
    void api(request, response).then((served) => served || response.writeHead(404).end());
  });
}).listen(port);
${START}`,
  },
  nest: {
    packages: ['@nestjs/common@11', '@nestjs/core@11', '@nestjs/platform-express@11', 'rxjs@7'],
    devPackages: ['@types/express@5'],
    main: NEST_MAIN,
  },
};
