import { ConfigError } from '../../shared/errors.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { AuthScheme, Verify } from '../../documents/openapi/config/config.js';
import type { Endpoint } from '../../documents/openapi/types/endpoint.js';
import type { SecurityRequirement } from '../../documents/openapi/types/objects.js';
import { readSecurity, registeredSchemes, type Member, type WantedAlternative } from './read-security.js';
import type { OperationDefinition } from '../handler-types.js';
import type { SecurityInput } from './security-types.js';

export interface VerifiedScheme {
  readonly scheme: Exclude<AuthScheme, { type: 'mutualTLS' }>;
  readonly verify: Verify<unknown>;
  readonly scopes: readonly string[];
  /** Origins whose pages may send the request. If it is undefined, pages of every origin may. */
  readonly allowedOrigins: readonly string[] | undefined;
}

export interface Alternative {
  /**
   * The schemes. An empty list accepts anonymous requests. `undefined` represents a scheme without `verify`.
   */
  readonly schemes: readonly (VerifiedScheme | undefined)[];
  /** True if several schemes are required together, so that `auth` has their results by name. */
  readonly isList: boolean;
}

export interface ResolvedSecurity {
  /** The operation's own security, for the document; undefined if that of the configuration applies. */
  readonly requirements: SecurityRequirement[] | undefined;
  readonly schemes: ReadonlyMap<string, AuthScheme | undefined>;
  /** The checks of requests; undefined if no scheme has `verify`. */
  readonly alternatives: readonly Alternative[] | undefined;
  /** Names of the schemes that nothing checks. */
  readonly unverified: readonly string[];
  /** Names of the schemes whose `verify` cannot see the scopes that the operation requires. */
  readonly unreadScopes: readonly string[];
}

/**
 * Resolves the `security` of an operation, or else of the configuration.
 * @throws ConfigError if one alternative is checked and another is not, and for a security that nothing could
 *   check
 */
export function resolveSecurity(
  { security, method }: Pick<OperationDefinition, 'security' | 'method'>,
  config: { schemes: readonly AuthScheme[]; security: readonly SecurityInput[] | undefined },
  place: string,
): ResolvedSecurity {
  const registered = registeredSchemes(config.schemes);
  const ofAll = readSecurity(config.security ?? [], registered, 'config.security');
  const own = security === undefined ? undefined : readSecurity(security, registered, `operation ${place}`);
  const wanted = own ?? ofAll;
  const members = wanted.flatMap((alternative) => alternative.members);
  const isVerified = members.some(({ scheme }) => verifyOf(scheme) !== undefined);
  const open = wanted.find(
    (alternative) =>
      alternative.members.length > 0 &&
      alternative.members.every(({ scheme }) => verifyOf(scheme) === undefined),
  );
  if (isVerified && open !== undefined)
    throw new ConfigError(
      `operation ${place} checks one scheme of its security, and nothing checks ${open.members.map(({ name }) => name).join(' and ')}, which would grant access too. Add verify to it, or remove it.`,
    );
  return {
    requirements: own?.map(requirementOf),
    schemes: new Map(members.map(({ name, scheme }) => [name, scheme])),
    alternatives: isVerified
      ? anonymousLast(
          wanted.map(({ input, members: needed }) => ({
            isList: Array.isArray(input),
            schemes: needed.map((member) => verifiedOf(member, method)),
          })),
        )
      : undefined,
    unverified: members.filter(({ scheme }) => !isChecked(scheme)).map(({ name }) => name),
    unreadScopes: members.filter(ignoresScopes).map(({ name }) => name),
  };
}

/** Sorts the alternative without credentials last, so that valid credentials reach the handler. */
function anonymousLast(alternatives: readonly Alternative[]): Alternative[] {
  const isAnonymous = ({ schemes }: Alternative): boolean => schemes.length === 0;
  return [
    ...alternatives.filter((alternative) => !isAnonymous(alternative)),
    ...alternatives.filter(isAnonymous),
  ];
}

function requirementOf({ input, members }: WantedAlternative): SecurityRequirement {
  if (typeof input === 'string') return input;
  return Object.fromEntries(members.map(({ name, scopes }) => [name, [...scopes]]));
}

function verifyOf(scheme: AuthScheme | undefined): Verify<unknown> | undefined {
  const verify = scheme === undefined || scheme.type === 'mutualTLS' ? undefined : scheme.verify;
  return typeof verify === 'function' ? (verify as Verify<unknown>) : undefined;
}

/**
 * Returns whether something checks a scheme: its `verify`,
 * something else (`verify: false`), or TLS for certificates.
 */
function isChecked(scheme: AuthScheme | undefined): boolean {
  return scheme?.type === 'mutualTLS' || scheme?.verify === false || verifyOf(scheme) !== undefined;
}

/**
 * Returns whether `verify` has no parameter for the scopes.
 * A parameter with a default, or a rest, does not count.
 */
function ignoresScopes({ scheme, scopes }: Member): boolean {
  return scopes.length > 0 && (verifyOf(scheme)?.length ?? 2) < 2;
}

function verifiedOf({ scheme, scopes }: Member, method: string): VerifiedScheme | undefined {
  const verify = verifyOf(scheme);
  return scheme === undefined || scheme.type === 'mutualTLS' || verify === undefined
    ? undefined
    : { scheme, verify, scopes, allowedOrigins: allowedOriginsOf(scheme, method) };
}

/** Methods that change nothing (RFC 9110, 9.2.1, and QUERY). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

function allowedOriginsOf(scheme: AuthScheme, method: string): readonly string[] | undefined {
  if (scheme.type !== 'apiKey' || scheme.in !== 'cookie' || SAFE_METHODS.has(method.toUpperCase()))
    return undefined;
  const { allowedOrigins = [] } = scheme;
  return allowedOrigins === '*' ? undefined : allowedOrigins;
}

export type ClaimedSchemes = ReadonlyMap<string, AuthScheme | undefined>;

/**
 * Returns the registered schemes and those of the given operations.
 *
 * @throws ConfigError for two schemes with the same name, since the document would describe only one of them
 */
export function claimSchemes(
  before: ClaimedSchemes,
  bound: readonly {
    readonly endpoint: Pick<Endpoint, 'method' | 'path'>;
    readonly security: ResolvedSecurity;
  }[],
): ClaimedSchemes {
  const claimed = new Map(before);
  for (const { endpoint, security } of bound)
    for (const [name, scheme] of security.schemes) {
      if (claimed.has(name) && claimed.get(name) !== scheme)
        throw new ConfigError(
          `operation ${endpoint.method} ${endpoint.path} has a security scheme ${name} that differs from the one of this name in an earlier operation. Pass the same scheme everywhere, or register it in config.auth.schemes and name it.`,
        );
      claimed.set(name, scheme);
    }
  return claimed;
}

export function securityFindings(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { unverified, unreadScopes }: ResolvedSecurity,
): Finding[] {
  const place = `${method} ${path}`;
  return [
    ...unverified.map((name): Finding => ({
      code: 'security-not-verified',
      message: `Security scheme ${name} is documented and not checked: it has no verify. Add one, or set verify: false if something in front of the operation checks it.`,
      place,
    })),
    ...unreadScopes.map((name): Finding => ({
      code: 'scopes-not-verified',
      message: `The operation requires scopes of the security scheme ${name}, whose verify does not check them: it has no second parameter. Add it, as in (token, { scopes }) => …, and return forbidden() if the credential lacks one.`,
      place,
    })),
  ];
}
