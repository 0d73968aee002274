import type { UIConfig } from '../documents/openapi/config/page-options.js';
import { operationsOf } from '../documents/openapi/paths/methods.js';
import type { OpenApiDocument } from '../documents/openapi/types/document.js';
import type { Finding } from '../shared/diagnostics.js';
import { policyDiagnostics } from './html/csp.js';
import { VIEWER_KINDS } from './viewers.js';

export function pageDiagnostics(document: OpenApiDocument, ui: UIConfig = {}): Finding[] {
  return [...policyDiagnostics(document, ui), ...viewerDiagnostics(document, ui)];
}

/**
 * Reports the methods that are new in OpenAPI 3.2 and that the configured viewer cannot show as the others.
 */
function viewerDiagnostics({ openapi, paths = {} }: Partial<OpenApiDocument>, ui: UIConfig): Finding[] {
  const { newMethods } = VIEWER_KINDS[ui.viewer ?? 'scalar'];
  if (newMethods === undefined || openapi?.startsWith('3.2') !== true) return [];
  const { withQuery, code, message } = newMethods;
  return Object.entries(paths).flatMap(([path, item]) =>
    operationsOf(item)
      .filter(([method]) => method in (item.additionalOperations ?? {}) || (withQuery && method === 'QUERY'))
      .map(([method]) => ({ code, place: `${method} ${path}`, message })),
  );
}
