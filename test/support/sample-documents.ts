import { docs as greetings } from '../../samples/frameworks/greetings.js';
import { docsOf } from '../../samples/shop/docs.js';
import { routesOf } from '../../samples/shop/routes.js';
import { Store } from '../../samples/shop/store.js';
import type { OpenApiDocument, OpenApiVersion } from '../../src/index.js';

const routes = routesOf(new Store(), () => Promise.resolve());

/** The shop's document in a version of OpenAPI. */
export function shopSample(version: OpenApiVersion): OpenApiDocument {
  return docsOf(routes, version).buildSpec();
}

/** Every document of the samples, by a name for it. */
export const SAMPLE_DOCUMENTS: Readonly<Record<string, OpenApiDocument>> = {
  'shop-3.0': shopSample('3.0'),
  'shop-3.1': shopSample('3.1'),
  'shop-3.2': shopSample('3.2'),
  greetings: greetings.buildSpec(),
};

export const SAMPLE_NAMES = Object.keys(SAMPLE_DOCUMENTS);
