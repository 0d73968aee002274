import { ConfigError } from '../base/errors.js';
import { isRecord } from '../base/values.js';
import type { SpecSource } from '../testing/source.js';

/** Where services have their document, by what makes it. */
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

/**
 * The document of a running service, where it is in one of the usual places.
 * @throws ConfigError where it is in none
 */
export async function findDocument(
  base: URL,
  headers: Readonly<Record<string, string>>,
  timeout: number,
): Promise<SpecSource> {
  const prefix = base.pathname.replace(/\/+$/, '');
  const places = new Set(USUAL.flatMap((place) => [`${prefix}${place}`, place]));
  for (const place of places) {
    const found = await readJson(new URL(place, base), headers, timeout);
    if (isRecord(found) && ('openapi' in found || 'swagger' in found)) return found;
  }
  throw new ConfigError(
    `${base.origin} has no document at ${[...places].join(', ')}. Say where it is: docs, or --spec of the command.`,
  );
}

async function readJson(
  url: URL,
  headers: Readonly<Record<string, string>>,
  timeout: number,
): Promise<unknown> {
  try {
    // A redirect may lead to somebody whom the headers are not for.
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
    return response.ok ? await response.json() : undefined;
  } catch {
    // No JSON, or no answer in time: it may be elsewhere.
    return undefined;
  }
}
