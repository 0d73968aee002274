import type { Server } from '../types/objects.js';
import { type Check, type Checks, isArrayOf, NUMBER, STRING, STRINGS } from '../../../shared/checks.js';
import type { OpenApiVersion } from '../config/config.js';
import { nearestTo } from '../../../shared/nearest.js';
import { isConstructor, isRecord, kindOf } from '../../../shared/values.js';
import { VALIDATION_OPTIONS } from '../../model/validation-options.js';
import type { BodyView } from '../types/parts.js';
import type { Report } from '../../../shared/diagnostics.js';

// The tables of fields: which version of OpenAPI has a field, its allowed values, and its replacement in
// earlier versions. A new version is a table in versions.ts and a row in table.ts.

export interface Field extends Check {
  readonly required?: true;
  /** True if the value may be a credential, which messages must not contain. */
  readonly secret?: true;
  /** True if null is a mistake, because it may mean the default as well as nothing. */
  readonly refusesNull?: true;
  readonly inside?: Inside;
  readonly fallback?: Fallback;
}

export interface Inside {
  readonly object: string;
  readonly as: 'one' | 'list' | 'map';
}

/**
 * Returns the fields that replace a field in a version that
 * lacks it, or undefined to omit it with a diagnostic.
 *
 * @param given the object with the field
 */
export type Fallback = (
  value: unknown,
  fields: Readonly<Record<string, unknown>>,
  openapi: OpenApiVersion,
) => Readonly<Record<string, unknown>> | undefined;

export type Fields = Readonly<Record<string, Field>>;

export type ObjectFields = Readonly<Record<string, Fields>>;

export function required(check: Field): Field {
  return { ...check, required: true };
}

export function one(object: string, check: Check): Field {
  return { ...check, inside: { object, as: 'one' } };
}

export function list(object: string, check: Check): Field {
  return { ...check, inside: { object, as: 'list' } };
}

export function map(object: string, check: Check): Field {
  return { ...check, inside: { object, as: 'map' } };
}

export function withFallback(field: Field, fallback: Fallback): Field {
  return { ...field, fallback };
}

export function renamed(name: string): Fallback {
  return (value, fields) => (name in fields ? undefined : { [name]: value });
}

// Allowed values of fields that several objects have.

export const ANY: Check = { what: 'any value', holds: () => true };

export const WITH_URL: Check = {
  what: "an object with a url, as in { url: 'https://example.com' }",
  holds: hasUrl,
};
export const SERVERS: Check = {
  what: "an array of objects with a url, as in [{ url: 'https://api.example.com' }], or [{ url: '/' }] for the host of the document",
  holds: isArrayOf(hasUrl),
  fault: (value) => {
    const wrong = Array.isArray(value) ? (value as unknown[]).find((server) => !hasUrl(server)) : undefined;
    return wrong === undefined ? undefined : `an array with ${kindOf(wrong)}`;
  },
};
export const VALIDATION: Check = {
  what: `an object with options of class-validator and class-transformer (${VALIDATION_OPTIONS.join(', ')})`,
  holds: (value) =>
    isRecord(value) && Object.keys(value).every((key) => (VALIDATION_OPTIONS as string[]).includes(key)),
  fault: (value) => {
    const names = isRecord(value) ? Object.keys(value) : [];
    const unknown = names.find((name) => !(VALIDATION_OPTIONS as string[]).includes(name));
    const nearest = unknown && nearestTo(unknown, VALIDATION_OPTIONS);
    return unknown && `an object with ${unknown}${nearest ? ` (did you mean ${nearest}?)` : ''}`;
  },
};
export const SECURITY: Field = {
  what: "an array of names or { name: scopes }, as in ['bearerAuth']",
  holds: isArrayOf((value) => typeof value === 'string' || isRecord(value)),
  refusesNull: true,
};
export const PARAMETER_TYPE: Check = {
  what: 'a class with decorated properties, or a Standard JSON Schema',
  holds: (value) => isConstructor(value) || hasStandard(value),
};
export const MEDIA_TYPES: Check = {
  what: "a media type, or an array of them, as in ['application/json', 'application/xml']",
  holds: isTextOrTexts,
};
export const EXAMPLES: Check = {
  what: "examples by name, as in { plain: { value: 'Ada' } }",
  holds: isMapOf(isRecord),
};
export const LINKS: Check = {
  what: "links by name, as in { owner: { operationId: 'getOwner' } }",
  holds: isMapOf(isRecord),
};
export const CONTENT: Check = {
  what: "media types with their contents, as in { 'text/csv': { schema: String } }",
  holds: isMapOf((value) => isRecord(value) || isConstructor(value) || Array.isArray(value)),
};
export const HEADERS: Check = {
  what: "headers by name, as in { 'X-Total': { description: 'How many' } }",
  holds: isRecord,
};
export const RESPONSE_HEADERS: Check = {
  what: "a class, headers by name, as in { 'X-Total': { description: 'How many' } }, or a list of them",
  holds: (value) =>
    [value].flat().every((source) => isConstructor(source) || (isRecord(source) && !('then' in source))),
};
export const RESPONSES: Check = {
  what: "responses by status, as in { 200: response('OK') }",
  holds: isRecord,
};
export const CALLBACKS: Check = {
  what: "lists of requests by name and URL, as in { paid: { '{$request.body#/url}': [{ method: 'POST', responses }] } }",
  holds: isMapOf(
    (urls) =>
      isRecord(urls) &&
      ('$ref' in urls
        ? STRING.holds(urls.$ref)
        : Object.values(urls).every(
            (item) =>
              isConstructor(item) ||
              isRecord(item) ||
              isArrayOf((member) => isRecord(member) || isConstructor(member))(item),
          )),
  ),
};
export const ENCODINGS: Check = {
  what: "encodings by property, as in { photo: { contentType: 'image/png' } }",
  holds: isMapOf(isRecord),
};

export const BODY_VIEW: Checks<BodyView> & Record<keyof BodyView, Check> = {
  groups: STRINGS,
  version: NUMBER,
};

export function isMapOf(holds: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => isRecord(value) && Object.values(value).every(holds);
}

export function isTextOrTexts(value: unknown): boolean {
  return STRING.holds(value) || STRINGS.holds(value);
}

function hasUrl(value: unknown): boolean {
  return isRecord(value) && typeof value.url === 'string';
}

function hasStandard(value: unknown): boolean {
  if (typeof value === 'function') return '~standard' in value;
  return typeof value === 'object' && value !== null && '~standard' in value;
}

interface Variable {
  readonly default?: unknown;
  readonly enum?: unknown;
}

/** A host in the place of a URL, as in `api.example.com/v1` and `localhost:3000`. */
const HOST_ONLY = /^(?:(?:[\w-]+\.)+[a-z]{2,}(?=[:/]|$)|[\w.-]+:\d)/i;

/**
 * Requires each `{variable}` of the URL to be declared, with
 * a default from its enum (OpenAPI 3.1, 4.8.5 and 4.8.6).
 */
export function checkServer(
  { url, variables = {} }: Server,
  { place, report }: { readonly place: string; readonly report: Report },
): void {
  const fault = (message: string): void => {
    report({ code: 'invalid-server', message, place });
  };
  if (HOST_ONLY.test(url))
    report({
      code: 'server-without-scheme',
      message: `The URL ${JSON.stringify(url)} is relative to the address of the document. For a host, write "https://${url}".`,
      place,
    });
  for (const [, name = ''] of url.matchAll(/\{([^{}]+)\}/g))
    if (!Object.hasOwn(variables, name))
      fault(
        `The URL ${JSON.stringify(url)} has a variable {${name}} that is not declared. Add it: variables: { ${name}: { default: '…' } }.`,
      );
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    const problem = url.includes(`{${name}}`) ? problemOf(variable) : 'is not in its URL.';
    if (problem !== undefined) fault(`The variable {${name}} ${problem}`);
  }
}

function problemOf({ default: fallback, enum: values }: Variable): string | undefined {
  if (typeof fallback !== 'string') return 'needs a default, a string.';
  if (values === undefined) return undefined;
  if (!Array.isArray(values) || values.length === 0 || values.some((value) => typeof value !== 'string'))
    return 'needs a non-empty array of strings for its enum, or none.';
  if (values.includes(fallback)) return undefined;
  return `has the default ${JSON.stringify(fallback)}, which is not in its enum. Add it there, or use another default.`;
}
