import type { DocsRequest } from '../../../src/documents/openapi/config/page-options.js';

/** A request to the pure core. */
export function ask(path: string, more: Partial<DocsRequest> = {}): DocsRequest {
  return { method: 'GET', base: '/docs', path, query: '', headers: {}, raw: undefined, ...more };
}
