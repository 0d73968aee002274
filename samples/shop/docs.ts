import { Docs, apiKeyAuth, type OpenApiVersion } from 'dtospec';
import type { WebhookChannel } from 'dtospec/webhook';
import type { Customer } from './models/customer.js';
import { OrderShipped } from './models/order-shipped.js';
import type { Route } from './route.js';
import { webhooksTo } from './shipping.js';

/** The shop's documentation, made of the routes that really run and the channel that really sends. */
export function docsOf(
  routes: readonly Route[],
  openapi: OpenApiVersion = '3.1',
  channel: WebhookChannel<Customer> = webhooksTo(() => []),
): Docs {
  const docs = new Docs({
    openapi,
    info: {
      title: 'Shop',
      version: '1.0.0',
      description: 'A small shop: customers, orders, and a webhook when a parcel leaves.',
      contact: { name: 'Whoever runs the shop', email: 'shop@example.com' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/', description: 'The shop that serves this page' }],
    tags: [
      { name: 'Catalogue', description: 'What can be bought' },
      { name: 'Customers', description: 'Who buys' },
      { name: 'Orders', description: 'What was bought' },
    ],
    auth: { schemes: [apiKeyAuth('shopKey', 'X-API-Key')] },
    security: ['shopKey'],
    // The viewer comes from node_modules: the page works without the internet.
    ui: { viewerSource: 'local' },
  });
  docs.addAll(...routes.map(({ endpoint }) => endpoint));
  docs.addWebhook(OrderShipped, { summary: 'A parcel left', tags: ['Orders'], channel });
  return docs;
}
