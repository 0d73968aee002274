import type { CommandTable } from './command.js';

/** Every command by name. A new one is one file and one entry here; nothing of it is loaded before it is called. */
export const COMMANDS: CommandTable = {
  init: {
    summary: 'Begin: write a first operation, and say what to add',
    load: async () => (await import('./init.js')).init,
  },
  build: {
    summary: "Write a module's OpenAPI document, or check that a file is up to date",
    load: async () => (await import('./build.js')).build,
  },
  validate: {
    summary: 'Say what is wrong with a document',
    load: async () => (await import('./validate.js')).validate,
  },
  diff: {
    summary: 'Say what changed between two documents, and whether it breaks anything',
    load: async () => (await import('./diff.js')).diff,
  },
  fuzz: {
    summary: 'Send requests made from its document to a service, and report what it does otherwise',
    load: async () => (await import('./fuzz.js')).fuzz,
  },
  coverage: {
    summary: 'Say what of a document its tests have exercised',
    load: async () => (await import('./coverage.js')).coverage,
  },
  serve: {
    summary: 'Show the docs page of a document, and load it anew as it changes',
    load: async () => (await import('./serve.js')).serve,
  },
  webhook: {
    summary: 'Receive or send webhooks while developing',
    commands: {
      listen: {
        summary: 'Receive, verify and print webhooks, or hand them on',
        load: async () => (await import('./webhook-listen.js')).webhookListen,
      },
      send: {
        summary: 'Send one, signed',
        load: async () => (await import('./webhook-send.js')).webhookSend,
      },
    },
  },
  migrate: {
    summary: 'Move an application from another tool to dtospec',
    commands: {
      nest: {
        summary: 'Report what an application that leaves @nestjs/swagger can delete',
        load: async () => (await import('./migrate-nest.js')).migrateNest,
      },
    },
  },
  queue: {
    summary: 'Look after the queue of a durable engine',
    commands: {
      status: { summary: 'How long it is', load: async () => (await import('./queue.js')).queueStatus },
      dead: {
        summary: 'List deliveries that were given up',
        load: async () => (await import('./queue.js')).queueDead,
      },
      redeliver: {
        summary: 'Give dead deliveries their attempts again',
        load: async () => (await import('./queue.js')).queueRedeliver,
      },
      pause: { summary: 'Begin no more attempts', load: async () => (await import('./queue.js')).queuePause },
      resume: { summary: 'Go on', load: async () => (await import('./queue.js')).queueResume },
    },
  },
  completion: {
    summary: 'Print what makes a shell complete commands',
    load: async () => (await import('./completion.js')).completion(COMMANDS),
  },
};
