import { serverOf } from '../server/serving-error.js';
import type { HasDocsServer, NodeHandler } from '../server/source.js';

/**
 * The docs for Express 4 and 5, and for every framework with Connect's `use` (NestJS on Express).
 *
 * @example
 * app.use('/docs', expressDocs(docs));
 */
export function expressDocs(docs: HasDocsServer): NodeHandler {
  return serverOf('expressDocs', docs).mounted();
}

export type { HasDocsServer, NodeHandler } from '../server/source.js';
