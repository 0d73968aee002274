import { docs as greetings, greet } from '../../../samples/frameworks/greetings.js';
import { shopApp } from '../../../samples/shop/app.js';
import { webhooksTo } from '../../../samples/shop/shipping.js';
import type { Docs, OpenApiDocument, OpenApiVersion } from '../../../src/index.js';

/** The shop's documentation in a version of OpenAPI. */
export function shopDocs(version: OpenApiVersion): Docs {
  return shopApp(
    'demo',
    webhooksTo(() => []),
    version,
  ).docs;
}

/** The shop's document in a version of OpenAPI. */
export function shopSample(version: OpenApiVersion): OpenApiDocument {
  return shopDocs(version).buildSpec();
}

greetings.bindOperations([greet]);

/** Every document of the samples, by a name for it. */
export const SAMPLE_DOCUMENTS: Readonly<Record<string, OpenApiDocument>> = {
  'shop-3.0': shopSample('3.0'),
  'shop-3.1': shopSample('3.1'),
  'shop-3.2': shopSample('3.2'),
  greetings: greetings.buildSpec(),
};

export const SAMPLE_NAMES = Object.keys(SAMPLE_DOCUMENTS);
