import { Docs, apiKeyAuth, sameSecret, type OpenApiVersion } from 'dtospec';
import type { WebhookChannel } from 'dtospec/webhook';
import type { Customer } from './models/customer.js';
import { OrderShipped } from './models/order-shipped.js';

/** The shop's documentation, with the webhook as this channel really sends it. */
export function docsOf(openapi: OpenApiVersion, apiKey: string, channel: WebhookChannel<Customer>): Docs {
  const shopKey = apiKeyAuth('shopKey', 'X-API-Key', { verify: (key) => sameSecret(key, apiKey) });
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
    auth: { schemes: [shopKey] },
    security: ['shopKey'],
    // The viewer comes from node_modules: the page works without the internet.
    ui: { viewerSource: 'local' },
  });
  docs.addWebhook(OrderShipped, { summary: 'A parcel left', tags: ['Orders'], channel });
  return docs;
}
