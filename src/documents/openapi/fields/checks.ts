import { isArrayOf, NUMBER, STRING, STRINGS, type Check, type Checks } from '../../../shared/checks.js';
import { isRecord, isConstructor } from '../../../shared/values.js';
import { VALIDATION_OPTIONS } from '../../model/validation-options.js';
import type { BodyView } from '../parts.js';

// What fields of several objects may hold.

export const ANY: Check = { what: 'any value', holds: () => true };

export const WITH_URL: Check = {
  what: "an object with a url, as in { url: 'https://example.com' }",
  holds: hasUrl,
};
export const SERVERS: Check = {
  what: "an array of objects with a url, as in [{ url: 'https://api.example.com' }]",
  holds: isArrayOf(hasUrl),
};
export const VALIDATION: Check = {
  what: `an object with options of class-validator and class-transformer (${VALIDATION_OPTIONS.join(', ')})`,
  holds: (value) =>
    isRecord(value) && Object.keys(value).every((key) => (VALIDATION_OPTIONS as string[]).includes(key)),
};
export const SECURITY: Check = {
  what: "an array of names or { name: scopes }, as in ['bearerAuth']",
  holds: isArrayOf((value) => typeof value === 'string' || isRecord(value)),
};
export const PARAMETER_TYPE: Check = {
  what: 'a class with decorated properties, or a Standard JSON Schema',
  holds: (value) => isConstructor(value) || hasStandard(value),
};
export const MEDIA_TYPES: Check = {
  what: "a media type, or an array of them, as in ['application/json', 'application/xml']",
  holds: (value) => STRING.holds(value) || STRINGS.holds(value),
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
  what: "media types with what travels, as in { 'text/csv': { schema: String } }",
  holds: isMapOf((value) => isRecord(value) || isConstructor(value) || Array.isArray(value)),
};
export const HEADERS: Check = {
  what: "headers by name, as in { 'X-Total': { description: 'How many' } }",
  holds: isRecord,
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
              isArrayOf((one) => isRecord(one) || isConstructor(one))(item),
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

function hasUrl(value: unknown): boolean {
  return isRecord(value) && typeof value.url === 'string';
}

/** ArkType's schemas are functions. */
function hasStandard(value: unknown): boolean {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') && '~standard' in value
  );
}
