/**
 * A JSON Schema of draft 2020-12, as OpenAPI 3.1 and 3.2 use it. Every stage speaks this one dialect;
 * OpenAPI 3.0 is a last step over the finished document.
 */
export interface Schema {
  /** Reference to another schema, as a URI (JSON Schema Core, 8.2.3.1). */
  $ref?: string;
  /** A note for whoever keeps the schema (Core, 8.3). */
  $comment?: string;
  /** A short name (Validation, 9.1). */
  title?: string;
  /** What the value is; in OpenAPI Markdown (Validation, 9.1). */
  description?: string;
  /** The JSON type, or those that are allowed (Validation, 6.1.1). */
  type?: SchemaType | SchemaType[];
  /** The values that are allowed (Validation, 6.1.2). */
  enum?: unknown[];
  /** The one value that is allowed (Validation, 6.1.3). */
  const?: unknown;
  /** What stands for a value that is not given (Validation, 9.2). It is told, not filled in. */
  default?: unknown;
  /** Examples of values (Validation, 9.5). */
  examples?: unknown[];
  /** A name for what a string or a number holds, such as `email` (Validation, 7). */
  format?: string;
  /** Whether it should no longer be used (Validation, 9.3). */
  deprecated?: boolean;
  /** In responses only (Validation, 9.4). */
  readOnly?: boolean;
  /** In requests only (Validation, 9.4). */
  writeOnly?: boolean;
  /** Fewest characters of a string, counted as code points (Validation, 6.3.2). */
  minLength?: number;
  /** Most characters of a string, counted as code points (Validation, 6.3.1). */
  maxLength?: number;
  /** An ECMA-262 expression that is found somewhere in the string (Validation, 6.3.3). */
  pattern?: string;
  /** How a string holds bytes, such as `base64` (Validation, 8.3). */
  contentEncoding?: string;
  /** The media type of what a string holds (Validation, 8.4). */
  contentMediaType?: string;
  /** The schema of what a string holds (Validation, 8.5). */
  contentSchema?: Schema;
  /** The least number, itself allowed (Validation, 6.2.4). */
  minimum?: number;
  /** The greatest number, itself allowed (Validation, 6.2.2). */
  maximum?: number;
  /** Numbers are above it (Validation, 6.2.5). */
  exclusiveMinimum?: number;
  /** Numbers are below it (Validation, 6.2.3). */
  exclusiveMaximum?: number;
  /** Numbers are whole multiples of it; above 0 (Validation, 6.2.1). */
  multipleOf?: number;
  /** The schema of the entries of an array, after `prefixItems` (Core, 10.3.1.2). */
  items?: Schema | boolean;
  /** The schemas of the first entries of an array, by position (Core, 10.3.1.1). */
  prefixItems?: Schema[];
  /** A schema that entries of an array satisfy (Core, 10.3.1.3). */
  contains?: Schema;
  /** How many entries satisfy `contains` at least; 1 without it (Validation, 6.4.5). */
  minContains?: number;
  /** How many entries satisfy `contains` at most (Validation, 6.4.4). */
  maxContains?: number;
  /** Fewest entries of an array (Validation, 6.4.2). */
  minItems?: number;
  /** Most entries of an array (Validation, 6.4.1). */
  maxItems?: number;
  /** Whether no two entries of an array are equal (Validation, 6.4.3). */
  uniqueItems?: boolean;
  /** The schemas of properties, by name (Core, 10.3.2.1). */
  properties?: Record<string, Schema>;
  /** The schemas of properties whose names match an expression (Core, 10.3.2.2). */
  patternProperties?: Record<string, Schema>;
  /** The schema of properties that the two before do not name; `false` for none (Core, 10.3.2.3). */
  additionalProperties?: Schema | boolean;
  /** The schema of properties that nothing else speaks of, subschemas included (Core, 11.3). */
  unevaluatedProperties?: Schema | boolean;
  /** The schema of items that nothing else speaks of, subschemas included (Core, 11.2). */
  unevaluatedItems?: Schema | boolean;
  /** The schema of the names of properties (Core, 10.3.2.4). */
  propertyNames?: Schema;
  /** Names of properties that have to be there (Validation, 6.5.3). */
  required?: string[];
  /** Fewest properties of an object (Validation, 6.5.2). */
  minProperties?: number;
  /** Most properties of an object (Validation, 6.5.1). */
  maxProperties?: number;
  /** Names that have to be there where the property of the key is (Validation, 6.5.4). */
  dependentRequired?: Record<string, string[]>;
  /** What holds for the object where the property of the key is there (Core, 10.2.2.4). */
  dependentSchemas?: Record<string, Schema>;
  /** All of these hold (Core, 10.2.1.1). */
  allOf?: Schema[];
  /** At least one of these holds (Core, 10.2.1.2). */
  anyOf?: Schema[];
  /** Exactly one of these holds (Core, 10.2.1.3). */
  oneOf?: Schema[];
  /** This does not hold (Core, 10.2.1.4). */
  not?: Schema;
  /** Decides between `then` and `else` (Core, 10.2.2.1). */
  if?: Schema;
  /** Holds where `if` does (Core, 10.2.2.2). */
  then?: Schema;
  /** Holds where `if` does not (Core, 10.2.2.3). */
  else?: Schema;
  /** OpenAPI's Discriminator Object; `defaultMapping` since OpenAPI 3.2. */
  discriminator?: { propertyName: string; mapping?: Record<string, string>; defaultMapping?: string };
  /** Further documentation (OpenAPI 3.1, 4.8.11). */
  externalDocs?: { url: string; description?: string };
  /** How it is written as XML (OpenAPI 3.1, 4.8.26). */
  xml?: Record<string, unknown>;
  [extension: `x-${string}`]: unknown;
}

/** The seven type names of JSON Schema. */
export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

export const SCHEMA_TYPES: ReadonlySet<unknown> = new Set<SchemaType>([
  ...(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const),
]);
