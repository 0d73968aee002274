import type { Schema } from '../schema/schema.js';

/** An OpenAPI document as plain JSON. Members are typed as far as `transformDocument` needs them. */
export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  servers?: Record<string, unknown>[];
  paths: Record<string, Record<string, unknown>>;
  webhooks?: Record<string, Record<string, unknown>>;
  components?: {
    schemas?: Record<string, Schema>;
    securitySchemes?: Record<string, Record<string, unknown>>;
    [section: string]: Record<string, unknown> | undefined;
  };
  security?: Record<string, string[]>[];
  tags?: Record<string, unknown>[];
  externalDocs?: Record<string, unknown>;
  [extension: `x-${string}`]: unknown;
}
