import type { OpenApiVersion } from './config.js';

/** The oldest first. */
export const OPENAPI_VERSIONS = ['3.0', '3.1', '3.2'] as const satisfies readonly OpenApiVersion[];

/** Compares versions, so that a later one keeps what an earlier one has. */
export function isAtLeast(openapi: OpenApiVersion, version: OpenApiVersion): boolean {
  return OPENAPI_VERSIONS.indexOf(openapi) >= OPENAPI_VERSIONS.indexOf(version);
}
