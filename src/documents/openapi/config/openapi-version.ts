import type { OpenApiVersion } from './config.js';

/** Versions of OpenAPI, from the oldest. */
export const OPENAPI_VERSIONS = ['3.0', '3.1', '3.2'] as const satisfies readonly OpenApiVersion[];

export function isAtLeast(openapi: OpenApiVersion, version: OpenApiVersion): boolean {
  return OPENAPI_VERSIONS.indexOf(openapi) >= OPENAPI_VERSIONS.indexOf(version);
}
