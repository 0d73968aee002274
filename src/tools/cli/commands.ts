import type { CommandTable } from './command.js';

export const COMMANDS: CommandTable = {
  init: {
    summary: 'Write a first operation, and list the next steps',
    load: async () => (await import('./init/init.js')).init,
  },
  build: {
    summary: 'Write the OpenAPI document of a module, or check that a file is up to date',
    load: async () => (await import('./build.js')).build,
  },
  validate: {
    summary: 'Report errors and warnings of a document',
    load: async () => (await import('./validate.js')).validate,
  },
  diff: {
    summary: 'Compare two documents and report breaking changes',
    load: async () => (await import('./diff.js')).diff,
  },
  fuzz: {
    summary: 'Send generated requests to a service and compare its responses with the document',
    load: async () => (await import('./fuzz.js')).fuzz,
  },
  coverage: {
    summary: 'Report which parts of a document the tests exercised',
    load: async () => (await import('./coverage.js')).coverage,
  },
  extract: {
    summary: 'Read return types and comments of the sources, for handlers and classes without decorators',
    load: async () => (await import('./extract.js')).extract,
  },
  serve: {
    summary: 'Serve the docs page of a document and reload it on changes',
    load: async () => (await import('./serve.js')).serve,
  },
  mcp: {
    summary: 'Offer the operations of a module to language models, over standard input and output',
    load: async () => (await import('./mcp.js')).mcp,
  },
  webhook: {
    summary: 'Receive or send webhooks while developing',
    commands: {
      listen: {
        summary: 'Receive, verify and print webhooks, or forward them',
        load: async () => (await import('./webhook.js')).webhookListen,
      },
      send: {
        summary: 'Send a signed webhook',
        load: async () => (await import('./webhook.js')).webhookSend,
      },
    },
  },
  migrate: {
    summary: 'Move an application from another tool to dtospec',
    commands: {
      nest: {
        summary: 'Report which decorators of @nestjs/swagger are redundant',
        load: async () => (await import('./migrate/nest.js')).migrateNest,
      },
    },
  },
  queue: {
    summary: 'Inspect and control the queue of a durable engine',
    commands: {
      status: {
        summary: 'Show how many deliveries wait, are due and are dead',
        load: async () => (await import('./queue.js')).queueStatus,
      },
      dead: {
        summary: 'List dead deliveries',
        load: async () => (await import('./queue.js')).queueDead,
      },
      show: {
        summary: 'Show a delivery and its attempts',
        load: async () => (await import('./queue.js')).queueShow,
      },
      endpoints: {
        summary: 'Count deliveries by endpoint, also live',
        load: async () => (await import('./queue.js')).queueEndpoints,
      },
      redeliver: {
        summary: 'Restart deliveries that are dead or were sent',
        load: async () => (await import('./queue.js')).queueRedeliver,
      },
      cancel: {
        summary: 'End waiting deliveries without further attempts',
        load: async () => (await import('./queue-cancel.js')).queueCancel,
      },
      erase: {
        summary: 'Remove what ended messages contain',
        load: async () => (await import('./queue-cancel.js')).queueErase,
      },
      pause: { summary: 'Start no more attempts', load: async () => (await import('./queue.js')).queuePause },
      resume: { summary: 'Start attempts again', load: async () => (await import('./queue.js')).queueResume },
    },
  },
};
