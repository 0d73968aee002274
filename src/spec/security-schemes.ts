import type { Report } from '../base/diagnostics.js';
import { compact, text } from './compact.js';
import { findSchemeProblem } from './check-security-scheme.js';
import type { AuthScheme } from './config.js';
import type { SecuritySchemeObject } from './document.js';

/** Predefined: a JWT as bearer token. */
export const SECURITY_BEARER_AUTH = 'bearerAuth';
/** Predefined: HTTP's basic authentication. */
export const SECURITY_BASIC_AUTH = 'basicAuth';
/** Predefined: a key in the header `X-API-Key`. */
export const SECURITY_API_KEY = 'apiKeyAuth';
/** Predefined: a key in the query parameter `api_key`. */
export const SECURITY_API_KEY_QUERY = 'apiKeyQuery';
/** Predefined: the cookie `session_id`. */
export const SECURITY_COOKIE_AUTH = 'cookieAuth';
/** Predefined: OAuth 2 with the authorization code flow. */
export const SECURITY_OAUTH2 = 'oauth2';

/** Schemes that need no registration, by name. */
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

/** The registered schemes as the document has them; of two with one name the last holds. */
export function createSecuritySchemes(
  schemes: readonly AuthScheme[],
  report: Report,
): Map<string, SecuritySchemeObject> {
  const result = new Map<string, SecuritySchemeObject>();
  for (const scheme of schemes) {
    const problem = findSchemeProblem(scheme);
    if (problem === undefined) {
      result.set(scheme.name, createSecurityScheme(scheme));
    } else {
      report({
        code: 'invalid-security-scheme',
        message: `Security scheme ${JSON.stringify(scheme.name)} is left out: ${problem}`,
        place: `auth.schemes.${scheme.name}`,
      });
    }
  }
  return result;
}

function createSecurityScheme(scheme: AuthScheme): SecuritySchemeObject {
  const { type } = scheme;
  const description = text(scheme.description);
  switch (type) {
    case 'http':
      return compact<SecuritySchemeObject>({
        type,
        description,
        scheme: scheme.scheme,
        bearerFormat: text(scheme.bearerFormat),
      });
    case 'apiKey':
      return compact<SecuritySchemeObject>({ type, description, in: scheme.in, name: scheme.paramName });
    case 'oauth2':
      return compact<SecuritySchemeObject>({ type, description, flows: scheme.flows });
    case 'openIdConnect':
      return compact<SecuritySchemeObject>({ type, description, openIdConnectUrl: scheme.openIdConnectUrl });
  }
}
