// The programs of a new project that every framework shares: tasks, and the webhook with its receiver.

export const TASKS = `import 'reflect-metadata'; // before every class with decorators
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

export const WEBHOOK = `import { createServer } from 'node:http';
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
      await receive(await readRawBody(request), request.headers, ({ name, event }) => {
        // With 204, the sender takes it for delivered. An event of another name is no fault: it may be new.
        if (name === undefined) throw new WebhookRefusedError('ERR_WEBHOOK_INVALID_EVENT', 'The message has no type.');
        if (event) console.log(\`webhook received: task \${event.task.id}, \${event.task.title}\`);
        else console.warn(\`webhook not handled: \${name}\`);
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
