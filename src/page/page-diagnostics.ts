import type { Finding } from '../shared/diagnostics.js';
import type { UIConfig } from '../documents/openapi/config.js';
import type { OpenApiDocument } from '../documents/openapi/document.js';
import { pageServers, SERVERS_LIMIT } from './csp.js';

/** What a careful reviewer would say of the page that is served with the document. */
export function pageDiagnostics(document: OpenApiDocument, ui: UIConfig = {}): Finding[] {
  const { sources, tooLong } = pageServers(document, ui.viewerOptions ?? {});
  if (tooLong === undefined) return [];
  return [
    {
      code: 'policy-too-long',
      place: 'servers',
      message:
        `The origins of all servers would take ${tooLong} characters of the page's Content-Security-Policy, ` +
        `and more than ${SERVERS_LIMIT} do not pass through common proxies: the page may send to every ` +
        `${sources.join(' and ')} address instead. Document fewer servers, or one with a variable.`,
    },
  ];
}
