import { START } from './start.js';

// The programs of a new project for Nest.

export const NEST_APP = `import { Body, Controller, Get, Module, Post } from '@nestjs/common';
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

export const NEST_MAIN = `import 'reflect-metadata';
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

export const NEST_TEST = `import 'reflect-metadata';
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
