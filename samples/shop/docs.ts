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
      description: 'Manage customers and orders, and get a webhook when an order ships.',
      contact: { name: 'Shop support', email: 'shop@example.com' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [
      { name: 'Catalogue', description: 'Categories of articles' },
      { name: 'Customers', description: 'Registered customers' },
      { name: 'Orders', description: 'Orders and their shipment' },
    ],
    auth: { schemes: [shopKey] },
    security: ['shopKey'],
    ui: {
      viewerSource: 'local', // from node_modules: the page works without the internet
      // Only in development: everybody who sees the page sees this key.
      ...(process.env.NODE_ENV !== 'production' && { viewerOptions: withKey(shopKey.name, apiKey) }),
    },
  });
  docs.addWebhook(OrderShipped, { summary: 'Order shipped', tags: ['Orders'], channel });
  return docs;
}

/** Fills in the key on the page, so that the first request works. */
function withKey(scheme: string, value: string) {
  return {
    authentication: { preferredSecurityScheme: scheme, securitySchemes: { [scheme]: { value } } },
  };
}
