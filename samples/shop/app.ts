import { expressOperations } from 'dtospec/express';
import type { Docs, OpenApiVersion } from 'dtospec';
import type { WebhookChannel } from 'dtospec/webhook';
import express, { type Express } from 'express';
import { docsOf } from './docs.js';
import type { Customer } from './models/customer.js';
import { operationsOf } from './operations.js';
import { notifyShipment } from './shipping.js';
import { Store } from './store.js';

export interface ShopApp {
  readonly app: Express;
  readonly docs: Docs;
}

/** The shop as an Express application. The docs are public; operations need the API key. */
export function shopApp(
  apiKey: string,
  channel: WebhookChannel<Customer>,
  openapi: OpenApiVersion = '3.1',
): ShopApp {
  const app = express();
  const docs = docsOf(openapi, apiKey, channel);
  const operations = operationsOf(new Store(process.env.NODE_ENV !== 'production'), notifyShipment(channel));
  docs.mount(app, '/docs');
  expressOperations(app, docs, operations, { invalidStatus: 422 });
  apiOf(docs, operations);
  return { app, docs };
}

/** Throws if the types of an operation differ from the JSON that it sends. */
function apiOf(docs: Docs, operations: ReturnType<typeof operationsOf>) {
  return docs.clientApi(operations);
}

/** The types of the operations, for the client. */
export type Api = ReturnType<typeof apiOf>;
