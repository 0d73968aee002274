/**
 * A JSON Schema of draft 2020-12, as OpenAPI 3.1 and 3.2 use it. Internally this is the only dialect; a final
 * step translates documents to OpenAPI 3.0.
 */
export interface Schema {
  /** Reference to another schema, as a URI (JSON Schema Core, 8.2.3.1). */
  $ref?: string;
  /** Comment for maintainers of the schema (Core, 8.3). */
  $comment?: string;
  /** Short name (Validation, 9.1). */
  title?: string;
  /** Description of the value, in Markdown (Validation, 9.1). */
  description?: string;
  /** Allowed JSON type or types (Validation, 6.1.1). */
  type?: SchemaType | SchemaType[];
  /** Allowed values (Validation, 6.1.2). */
  enum?: unknown[];
  /** The only allowed value (Validation, 6.1.3). */
  const?: unknown;
  /** Default value; it is documented, not filled in (Validation, 9.2). */
  default?: unknown;
  /** Example values (Validation, 9.5). */
  examples?: unknown[];
  /** Format of a string or number, such as `email` (Validation, 7). */
  format?: string;
  /** True if the value is deprecated (Validation, 9.3). */
  deprecated?: boolean;
  /** True if the property occurs in responses only (Validation, 9.4). */
  readOnly?: boolean;
  /** True if the property occurs in requests only (Validation, 9.4). */
  writeOnly?: boolean;
  /** Minimum number of characters, counted as code points (Validation, 6.3.2). */
  minLength?: number;
  /** Maximum number of characters, counted as code points (Validation, 6.3.1). */
  maxLength?: number;
  /** ECMA-262 regular expression that matches anywhere in the string (Validation, 6.3.3). */
  pattern?: string;
  /** Encoding of bytes in a string, such as `base64` (Validation, 8.3). */
  contentEncoding?: string;
  /** Media type of a string's content (Validation, 8.4). */
  contentMediaType?: string;
  /** Schema of a string's content (Validation, 8.5). */
  contentSchema?: Schema;
  /** Inclusive minimum (Validation, 6.2.4). */
  minimum?: number;
  /** Inclusive maximum (Validation, 6.2.2). */
  maximum?: number;
  /** Exclusive minimum (Validation, 6.2.5). */
  exclusiveMinimum?: number;
  /** Exclusive maximum (Validation, 6.2.3). */
  exclusiveMaximum?: number;
  /** Divisor of the number, above 0 (Validation, 6.2.1). */
  multipleOf?: number;
  /** Schema of items after `prefixItems` (Core, 10.3.1.2). */
  items?: Schema | boolean;
  /** Schemas of the first items, by position (Core, 10.3.1.1). */
  prefixItems?: Schema[];
  /** Schema that some items satisfy (Core, 10.3.1.3). */
  contains?: Schema;
  /** Minimum number of items that satisfy `contains`; 1 by default (Validation, 6.4.5). */
  minContains?: number;
  /** Maximum number of items that satisfy `contains` (Validation, 6.4.4). */
  maxContains?: number;
  /** Minimum number of items (Validation, 6.4.2). */
  minItems?: number;
  /** Maximum number of items (Validation, 6.4.1). */
  maxItems?: number;
  /** True if all items differ (Validation, 6.4.3). */
  uniqueItems?: boolean;
  /** Schemas of properties, by name (Core, 10.3.2.1). */
  properties?: Record<string, Schema>;
  /** Schemas of properties whose names match a regular expression (Core, 10.3.2.2). */
  patternProperties?: Record<string, Schema>;
  /**
   * Schema of properties that `properties` and `patternProperties`
   * do not name; `false` forbids them (Core, 10.3.2.3).
   */
  additionalProperties?: Schema | boolean;
  /** Schema of properties that no other keyword or subschema evaluates (Core, 11.3). */
  unevaluatedProperties?: Schema | boolean;
  /** Schema of items that no other keyword or subschema evaluates (Core, 11.2). */
  unevaluatedItems?: Schema | boolean;
  /** Schema of property names (Core, 10.3.2.4). */
  propertyNames?: Schema;
  /** Names of required properties (Validation, 6.5.3). */
  required?: string[];
  /** Minimum number of properties (Validation, 6.5.2). */
  minProperties?: number;
  /** Maximum number of properties (Validation, 6.5.1). */
  maxProperties?: number;
  /** Properties that are required if the named property is present (Validation, 6.5.4). */
  dependentRequired?: Record<string, string[]>;
  /** Schemas that apply to the object if the named property is present (Core, 10.2.2.4). */
  dependentSchemas?: Record<string, Schema>;
  /** All of these apply (Core, 10.2.1.1). */
  allOf?: Schema[];
  /** At least one of these applies (Core, 10.2.1.2). */
  anyOf?: Schema[];
  /** Exactly one of these applies (Core, 10.2.1.3). */
  oneOf?: Schema[];
  /** Schema that must not apply (Core, 10.2.1.4). */
  not?: Schema;
  /** Condition that selects `then` or `else` (Core, 10.2.2.1). */
  if?: Schema;
  /** Applies if `if` does (Core, 10.2.2.2). */
  then?: Schema;
  /** Applies if `if` does not (Core, 10.2.2.3). */
  else?: Schema;
  /** OpenAPI's Discriminator Object; `defaultMapping` since OpenAPI 3.2. */
  discriminator?: { propertyName: string; mapping?: Record<string, string>; defaultMapping?: string };
  /** Further documentation (OpenAPI 3.1, 4.8.11). */
  externalDocs?: { url: string; description?: string };
  /** XML representation (OpenAPI 3.1, 4.8.26). */
  xml?: Record<string, unknown>;
  [extension: `x-${string}`]: unknown;
}

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

export const SCHEMA_TYPES: ReadonlySet<unknown> = new Set<SchemaType>([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);
