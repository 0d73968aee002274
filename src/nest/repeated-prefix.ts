import type { Config } from '../documents/openapi/config/config.js';
import type { Finding } from '../shared/diagnostics.js';

/**
 * Reports servers that end with the global prefix. The paths of the document begin with it, so clients would
 * send it twice. @nestjs/swagger has `ignoreGlobalPrefix` for such servers.
 */
export function reportRepeatedPrefix(
  servers: Config['servers'],
  globalPrefix: string,
  report: (finding: Finding) => void,
): void {
  const prefix = globalPrefix.replace(/^\/*/, '/').replace(/\/+$/, '');
  if (prefix === '') return;
  for (const { url } of servers ?? [])
    if (url.replace(/\/+$/, '').endsWith(prefix))
      report({
        code: 'server-repeats-prefix',
        message: `The server ${url} ends with the global prefix, with which the documented paths begin, so clients send ${prefix}${prefix}/…. Leave the prefix out of the server.`,
        place: 'servers',
      });
}
