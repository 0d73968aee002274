import { ConfigError, isRecord } from 'dtospec/internal';
import type { SpecSource } from '../exchanges/exchange-options.js';

const USUAL: readonly string[] = [
  '/openapi.json',
  '/docs/openapi.json',
  '/api/openapi.json',
  '/docs-json',
  '/api-json',
  '/swagger.json',
  '/docs/json',
  '/documentation/json',
  '/v3/api-docs',
];

export interface DocumentedService {
  /**
   * The URL of the service. Its path is the prefix of all operations; with the path `/`, the document's
   * servers decide.
   */
  readonly base: URL;
  readonly source: SpecSource;
}

/**
 * Finds the document of a running service: at its URL, or at one of the usual paths.
 * @throws ConfigError without a document
 */
export async function findDocument(
  base: URL,
  headers: Readonly<Record<string, string>>,
  timeout: number,
): Promise<DocumentedService> {
  const prefix = base.pathname.replace(/\/+$/, '');
  // A URL with a path may be the address of the document itself. It is then not a prefix of the operations.
  if (prefix !== '') {
    const source = await readDocument(base, headers, timeout);
    if (source !== undefined) return { base: new URL('/', base), source };
  }
  const places = new Set(USUAL.flatMap((place) => [`${prefix}${place}`, place]));
  for (const place of places) {
    const source = await readDocument(new URL(place, base), headers, timeout);
    if (source !== undefined) return { base, source };
  }
  throw new ConfigError(
    `${base.origin} has no document at ${[...places].join(', ')}. Set its address with the option docs, or with --spec of the command.`,
  );
}

async function readDocument(
  url: URL,
  headers: Readonly<Record<string, string>>,
  timeout: number,
): Promise<SpecSource | undefined> {
  try {
    // A redirect may lead to another server, which must not receive the headers.
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
    const parsed: unknown = response.ok ? await response.json() : undefined;
    return isRecord(parsed) && ('openapi' in parsed || 'swagger' in parsed) ? parsed : undefined;
  } catch {
    // The response is not JSON or did not arrive in time. The document may be at another path.
    return undefined;
  }
}
