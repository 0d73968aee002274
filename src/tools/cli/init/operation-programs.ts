// The programs of a new project with operations, for all frameworks but Nest.

export const API = `import { Docs, operation, response } from 'dtospec';
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

export const API_TEST = `import assert from 'node:assert/strict';
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
