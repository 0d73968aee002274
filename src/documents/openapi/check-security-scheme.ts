import { COMPONENT_NAME, NON_EMPTY, oneOf, STRING, type Check } from '../../shared/checks.js';
import { isRecord } from '../../shared/values.js';
import type { AuthScheme } from './config.js';

/** The URLs that each flow needs (OpenAPI 3.1, 4.8.28 and 4.8.29). */
const FLOWS: Readonly<Record<string, readonly string[]>> = {
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
  clientCredentials: ['tokenUrl'],
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
  deviceAuthorization: ['deviceAuthorizationUrl', 'tokenUrl'],
};

const OAUTH_FLOWS: Check = {
  what: `flows (${Object.keys(FLOWS).join(', ')}), each with its URLs and scopes, as in { clientCredentials: { tokenUrl: '/token', scopes: { read: 'Read access' } } }`,
  holds: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([name, flow]) => name.startsWith('x-') || name === 'extensions' || isFlow(FLOWS[name], flow),
    ),
};

function isFlow(urls: readonly string[] | undefined, flow: unknown): boolean {
  if (urls === undefined || !isRecord(flow)) return false;
  const { scopes, refreshUrl } = flow;
  return (
    urls.every((url) => NON_EMPTY.holds(flow[url])) &&
    (refreshUrl === undefined || NON_EMPTY.holds(refreshUrl)) &&
    isRecord(scopes) &&
    Object.values(scopes).every(STRING.holds)
  );
}

/** What each type of scheme must have; the types ask for it, a caller without types may forget it. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  http: { scheme: NON_EMPTY },
  apiKey: { in: oneOf('header', 'query', 'cookie'), paramName: NON_EMPTY },
  oauth2: { flows: OAUTH_FLOWS },
  openIdConnect: { openIdConnectUrl: NON_EMPTY },
  mutualTLS: {},
};

/** Why a scheme cannot stand in a document, or undefined (OpenAPI 3.1, 4.8.27). */
export function findSchemeProblem(scheme: AuthScheme): string | undefined {
  const fields = scheme as unknown as Readonly<Record<string, unknown>>;
  if (!COMPONENT_NAME.holds(fields.name)) return 'its name may have letters, digits, ".", "_" and "-" only.';
  const needed = NEEDED[scheme.type];
  if (needed === undefined) return `its type is none of ${Object.keys(NEEDED).join(', ')}.`;
  const lacking = Object.entries(needed).find(([name, { holds }]) => !holds(fields[name]));
  if (lacking !== undefined)
    return `a scheme of type ${scheme.type} needs ${lacking[0]}: ${lacking[1].what}.`;
  const { description, bearerFormat } = fields;
  if (description !== undefined && !STRING.holds(description)) return 'its description needs a string.';
  if (bearerFormat === undefined || bearerFormat === '') return undefined;
  return isBearer(scheme) && STRING.holds(bearerFormat)
    ? undefined
    : 'bearerFormat, a string, goes with type http and scheme bearer only.';
}

function isBearer(scheme: AuthScheme): boolean {
  return scheme.type === 'http' && scheme.scheme.toLowerCase() === 'bearer';
}
