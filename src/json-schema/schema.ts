/**
 * A JSON Schema of draft 2020-12, as OpenAPI 3.1 and 3.2 use it. Every stage speaks this one dialect;
 * OpenAPI 3.0 is a last step over the finished document.
 */
export interface Schema {
  $ref?: string;
  $comment?: string;
  title?: string;
  description?: string;
  type?: SchemaType | SchemaType[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  deprecated?: boolean;
  readOnly?: boolean;
  writeOnly?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  contentEncoding?: string;
  contentMediaType?: string;
  contentSchema?: Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  contains?: Schema;
  minContains?: number;
  maxContains?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  unevaluatedProperties?: Schema | boolean;
  propertyNames?: Schema;
  required?: string[];
  minProperties?: number;
  maxProperties?: number;
  dependentRequired?: Record<string, string[]>;
  dependentSchemas?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: Schema;
  if?: Schema;
  then?: Schema;
  else?: Schema;
  /** OpenAPI's Discriminator Object; `defaultMapping` since OpenAPI 3.2. */
  discriminator?: { propertyName: string; mapping?: Record<string, string>; defaultMapping?: string };
  externalDocs?: { url: string; description?: string };
  xml?: Record<string, unknown>;
  [extension: `x-${string}`]: unknown;
}

/** The seven type names of JSON Schema. */
export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

export const SCHEMA_TYPES: ReadonlySet<unknown> = new Set<SchemaType>([
  ...(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const),
]);
