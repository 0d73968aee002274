import { BOOLEAN, isArrayOf, named, OBJECT, STRING } from '../../../shared/checks.js';
import { isRecord } from '../../../shared/values.js';
import { ANY, ENCODINGS } from './checks.js';
import { one, renamed, required, orElse, type ObjectFields, type Otherwise } from './field.js';
import { OPENAPI_3_0 } from './openapi-3-0.js';

/** A list of servers shows the description, so there is the name where nothing else is said. */
const asDescription: Otherwise = (name, { description }) =>
  description === undefined || description === '' ? { description: name } : undefined;

/** An array, where it is known of which media type (OpenAPI 3.2, "Sequential Media Types"). */
const whereItIsMade: Otherwise = (itemSchema) => ({ itemSchema });

const isUnset = ({ value, externalValue }: Readonly<Record<string, unknown>>): boolean =>
  value === undefined && externalValue === undefined;

const asValue: Otherwise = (value, given) => (isUnset(given) ? { value } : undefined);

/** `value` may be the text too, where nothing says what the text stands for (OpenAPI 3.1, 4.8.19). */
const asText: Otherwise = (serialized, given) =>
  isUnset(given) && given.dataValue === undefined ? { value: serialized } : undefined;

/** Redocly's extension; the description, which the versions before ask for, is the summary where there is none. */
const asSummary: Otherwise = (summary, { description }) => ({
  'x-summary': summary,
  ...((description === undefined || description === '') && { description: summary }),
});

const ENCODING_LIST = {
  what: "an array of encodings, as in [{ contentType: 'image/png' }]",
  holds: isArrayOf(isRecord),
};
const POSITIONS = { prefixEncoding: ENCODING_LIST, itemEncoding: OBJECT };

/** What OpenAPI 3.2 has beside 3.1. */
export const OPENAPI_3_2 = {
  document: {
    $self: {
      what: 'a URI without a fragment',
      holds: (value: unknown) => typeof value === 'string' && !value.includes('#'),
    },
  },
  server: { name: orElse(STRING, asDescription) },
  tag: {
    summary: orElse(STRING, renamed('x-displayName')),
    // The tree of all tags is told as x-tagGroups.
    parent: orElse(STRING, () => ({})),
    kind: STRING,
  },
  example: {
    dataValue: orElse(ANY, asValue),
    serializedValue: orElse(STRING, asText),
  },
  response: { summary: orElse(STRING, asSummary) },
  mediaType: { itemSchema: orElse(ANY, whereItIsMade), ...POSITIONS },
  encoding: { encoding: ENCODINGS, ...POSITIONS },
  securityScheme: {
    oauth2MetadataUrl: STRING,
    deprecated: BOOLEAN,
  },
  oauthFlows: { deviceAuthorization: one('deviceAuthorizationFlow', OBJECT) },
  deviceAuthorizationFlow: {
    deviceAuthorizationUrl: required(named(STRING, 'the URL that devices ask for a code, a string')),
    ...OPENAPI_3_0.clientCredentialsFlow,
  },
  // What refers to one has it in full.
  components: { mediaTypes: orElse(OBJECT, () => ({})) },
} as const satisfies ObjectFields;
