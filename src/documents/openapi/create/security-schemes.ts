import type { AuthScheme } from '../config/config.js';
import type { SecuritySchemeObject } from '../types/document.js';
import { withPlace, createObject, type FieldContext, reportUnsupported } from '../fields/check-fields.js';
import { type Check, COMPONENT_NAME, NON_EMPTY, oneOf, STRING } from '../../../shared/checks.js';
import { isRecord, omitUndefined } from '../../../shared/values.js';

/** Fields that belong to one type of scheme (OpenAPI 3.2, 4.8.27). */
const SCHEME_FIELDS: Readonly<Record<AuthScheme['type'], readonly string[]>> = {
  http: ['scheme', 'bearerFormat'],
  apiKey: ['in', 'paramName'],
  oauth2: ['flows', 'oauth2MetadataUrl'],
  openIdConnect: ['openIdConnectUrl'],
  mutualTLS: [],
};
const FIELDS_OF_TYPES = Object.values(SCHEME_FIELDS).flat();

/** Name of the predefined scheme for a JWT bearer token. */
export const SECURITY_BEARER_AUTH = 'bearerAuth';
/** Name of the predefined scheme for HTTP basic authentication. */
export const SECURITY_BASIC_AUTH = 'basicAuth';
/** Name of the predefined scheme for a key in the header `X-API-Key`. */
export const SECURITY_API_KEY = 'apiKeyAuth';
/** Name of the predefined scheme for a key in the query parameter `api_key`. */
export const SECURITY_API_KEY_QUERY = 'apiKeyQuery';
/** Name of the predefined scheme for the cookie `session_id`. */
export const SECURITY_COOKIE_AUTH = 'cookieAuth';
/** Name of the predefined scheme for OAuth 2 with the authorization code flow. */
export const SECURITY_OAUTH2 = 'oauth2';

export const PREDEFINED_SCHEMES: ReadonlyMap<string, SecuritySchemeObject> = new Map([
  [SECURITY_BEARER_AUTH, { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }],
  [SECURITY_BASIC_AUTH, { type: 'http', scheme: 'basic' }],
  [SECURITY_API_KEY, { type: 'apiKey', in: 'header', name: 'X-API-Key' }],
  [SECURITY_API_KEY_QUERY, { type: 'apiKey', in: 'query', name: 'api_key' }],
  [SECURITY_COOKIE_AUTH, { type: 'apiKey', in: 'cookie', name: 'session_id' }],
  [
    SECURITY_OAUTH2,
    {
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: '/oauth2/authorize',
          tokenUrl: '/oauth2/token',
          scopes: { read: 'Read access', write: 'Write access' },
        },
      },
    },
  ],
]);

export function createSecuritySchemes(
  schemes: readonly AuthScheme[],
  context: FieldContext,
): Map<string, SecuritySchemeObject> {
  const result = new Map<string, SecuritySchemeObject>();
  // Operations that name a registered scheme pass it a second time.
  for (const scheme of new Set(schemes)) {
    const place = `auth.schemes.${scheme.name}`;
    if (result.has(scheme.name))
      context.report({
        code: 'duplicate-security-scheme',
        message: `Two security schemes are named ${scheme.name}. The last one is documented. Rename one, or remove it.`,
        place,
      });
    const problem = findSchemeProblem(scheme);
    if (problem === undefined) {
      const schemeContext = withPlace(place, context);
      if (isSupported(scheme, schemeContext))
        result.set(scheme.name, createSecurityScheme(scheme, schemeContext));
      continue;
    }
    context.report({
      code: 'invalid-security-scheme',
      message: `Security scheme ${JSON.stringify(scheme.name)} is left out: ${problem}`,
      place,
    });
  }
  return result;
}

function isSupported({ type }: AuthScheme, context: FieldContext): boolean {
  if (type !== 'mutualTLS' || context.config.openapi !== '3.0') return true;
  reportUnsupported('security scheme of the type mutualTLS', '3.1', context);
  return false;
}

function createSecurityScheme(scheme: AuthScheme, context: FieldContext): SecuritySchemeObject {
  const created = createObject(omitFieldsOfOtherTypes(scheme, context), 'securityScheme', context);
  const { type, description, name: _, paramName, ...rest } = created as unknown as Made;
  return omitUndefined<SecuritySchemeObject>({ type, description, ...rest, name: paramName });
}

type Made = SecuritySchemeObject & { readonly name: string; readonly paramName?: string };

/** Fields that operations use, which are not part of the document. */
const CHECKS: ReadonlySet<string> = new Set(['verify', 'allowedOrigins']);

function omitFieldsOfOtherTypes(scheme: AuthScheme, { place, report }: FieldContext): object {
  const others = FIELDS_OF_TYPES.filter((name) => !SCHEME_FIELDS[scheme.type].includes(name));
  const entries = Object.entries(scheme).filter(([name, value]) => {
    if (CHECKS.has(name)) return false;
    if (!others.includes(name) || value === undefined || value === '') return true;
    report({
      code: 'unknown-field',
      message: `A security scheme of type ${scheme.type} has no ${name}, so it has no effect. Remove it.`,
      place: `${place} ${name}`,
    });
    return false;
  });
  return Object.fromEntries(entries);
}

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
  if (!isRecord(scopes) || !Object.values(scopes).every(STRING.holds)) return false;
  if (refreshUrl !== undefined && !NON_EMPTY.holds(refreshUrl)) return false;
  return urls.every((url) => NON_EMPTY.holds(flow[url]));
}

/** Required fields by type of scheme, for JavaScript callers. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  http: { scheme: NON_EMPTY },
  apiKey: { in: oneOf('header', 'query', 'cookie'), paramName: NON_EMPTY },
  oauth2: { flows: OAUTH_FLOWS },
  openIdConnect: { openIdConnectUrl: NON_EMPTY },
  mutualTLS: {},
};

/** Returns the reason why a scheme cannot be documented, or undefined. */
export function findSchemeProblem(scheme: AuthScheme): string | undefined {
  const fields = scheme as unknown as Readonly<Record<string, unknown>>;
  if (!COMPONENT_NAME.holds(fields.name)) return 'its name may have letters, digits, ".", "_" and "-" only.';
  const needed = NEEDED[scheme.type];
  if (needed === undefined) return `its type is not one of ${Object.keys(NEEDED).join(', ')}.`;
  const lacking = Object.entries(needed).find(([name, { holds }]) => !holds(fields[name]));
  if (lacking !== undefined)
    return `a scheme of type ${scheme.type} needs ${lacking[0]}: ${lacking[1].what}.${calledAs(lacking[0])}`;
  const { description, bearerFormat } = fields;
  if (description !== undefined && !STRING.holds(description)) return 'its description needs a string.';
  if (bearerFormat === undefined || bearerFormat === '') return undefined;
  return isBearer(scheme) && STRING.holds(bearerFormat)
    ? undefined
    : 'bearerFormat, a string, goes with type http and scheme bearer only.';
}

/** Returns the calls that set a field, since callers pass an object in place of the name. */
function calledAs(field: string): string {
  if (field !== 'paramName') return '';
  return " Write apiKeyAuth('device', 'X-API-Key', options) or cookieAuth('session', 'sid', options).";
}

function isBearer(scheme: AuthScheme): boolean {
  return scheme.type === 'http' && scheme.scheme.toLowerCase() === 'bearer';
}
