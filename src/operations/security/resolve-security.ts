import { ConfigError } from '../../shared/errors.js';
import type { Finding } from '../../shared/diagnostics.js';
import { isRecord, kindOf } from '../../shared/values.js';
import type { AuthScheme, Verify } from '../../documents/openapi/config/config.js';
import type { Endpoint } from '../../documents/openapi/types/endpoint.js';
import type { SecurityRequirement } from '../../documents/openapi/types/objects.js';
import type { ScopedScheme, SecurityInput } from './security-types.js';

export interface VerifiedScheme {
  readonly scheme: Exclude<AuthScheme, { type: 'mutualTLS' }>;
  readonly verify: Verify<unknown>;
  readonly scopes: readonly string[];
}

export interface Alternative {
  /**
   * The schemes. An empty list accepts anonymous requests. `undefined` represents a scheme without `verify`.
   */
  readonly schemes: readonly (VerifiedScheme | undefined)[];
  readonly isList: boolean;
}

export interface ResolvedSecurity {
  readonly requirements: SecurityRequirement[] | undefined;
  readonly schemes: ReadonlyMap<string, AuthScheme | undefined>;
  readonly alternatives: readonly Alternative[] | undefined;
  readonly unverified: readonly string[];
}

interface Member {
  readonly name: string;
  readonly scheme: AuthScheme | undefined;
  readonly scopes: readonly string[];
}

/**
 * Resolves the `security` of an operation, or of the configuration.
 * @throws ConfigError if one alternative is checked and another is not, and for a `verify` that is not a function
 */
export function resolveSecurity(
  security: readonly SecurityInput[] | undefined,
  {
    schemes,
    security: ofAll,
  }: { schemes: readonly AuthScheme[]; security: readonly SecurityInput[] | undefined },
  place: string,
): ResolvedSecurity {
  const registered = new Map(schemes.map((scheme) => [scheme.name, scheme]));
  const wanted = (security ?? ofAll ?? []).map((input) => ({
    members: membersOf(input, registered, place),
    isList: Array.isArray(input),
  }));
  const members = wanted.flatMap((one) => one.members);
  for (const { name, scheme } of members) requireVerify(name, scheme, place);
  const isVerified = members.some(({ scheme }) => verifyOf(scheme) !== undefined);
  const open = wanted.find(
    (one) => one.members.length > 0 && one.members.every(({ scheme }) => verifyOf(scheme) === undefined),
  );
  if (isVerified && open !== undefined)
    throw new ConfigError(
      `operation ${place} checks one scheme of its security, and nothing checks ${open.members.map(({ name }) => name).join(' and ')}, which would grant access too. Add verify to it, or remove it.`,
    );
  return {
    requirements: security?.map((input, index) => requirementOf(input, wanted[index]?.members ?? [])),
    schemes: new Map(members.map(({ name, scheme }) => [name, scheme])),
    alternatives: isVerified
      ? anonymousLast(
          wanted.map(({ isList, members: needed }) => ({ isList, schemes: needed.map(verifiedOf) })),
        )
      : undefined,
    unverified: members.flatMap(({ name, scheme }) => (isChecked(scheme) ? [] : [name])),
  };
}

/** Sorts the alternative without credentials last, so that valid credentials reach the handler. */
function anonymousLast(alternatives: readonly Alternative[]): Alternative[] {
  const isAnonymous = ({ schemes }: Alternative): boolean => schemes.length === 0;
  return [...alternatives.filter((one) => !isAnonymous(one)), ...alternatives.filter(isAnonymous)];
}

function membersOf(
  input: SecurityInput,
  registered: ReadonlyMap<string, AuthScheme>,
  place: string,
): Member[] {
  const named = (name: string, scopes: readonly string[]): Member => ({
    name,
    scheme: registered.get(name),
    scopes,
  });
  if (typeof input === 'string') return [named(input, [])];
  if (Array.isArray(input)) {
    if (input.length > 0)
      return (input as readonly SecurityInput[]).flatMap((one) => membersOf(one, registered, place));
  } else if (isScoped(input)) return [{ name: input.scheme.name, ...input }];
  else if (isScheme(input)) return [{ name: input.name, scheme: input, scopes: [] }];
  else if (isRecord(input)) return Object.entries(input).map(([name, scopes]) => named(name, scopes));
  throw new ConfigError(
    `operation ${place} has a security that cannot be read. Write schemes, as in [staff], or their names, as in ['staff'].`,
  );
}

function isScoped(input: unknown): input is ScopedScheme {
  return isRecord(input) && isScheme(input.scheme) && Array.isArray(input.scopes);
}

function isScheme(input: unknown): input is AuthScheme {
  return isRecord(input) && typeof input.name === 'string' && typeof input.type === 'string';
}

function requirementOf(input: SecurityInput, members: readonly Member[]): SecurityRequirement {
  if (typeof input === 'string') return input;
  return Object.fromEntries(members.map(({ name, scopes }) => [name, [...scopes]]));
}

function requireVerify(name: string, scheme: AuthScheme | undefined, place: string): void {
  const verify: unknown = scheme === undefined || scheme.type === 'mutualTLS' ? undefined : scheme.verify;
  if (verify !== undefined && verify !== false && typeof verify !== 'function')
    throw new ConfigError(
      `operation ${place} has a security scheme ${name} whose verify is ${kindOf(verify)}. It needs a function, or false if something in front of the operation checks it.`,
    );
}

function verifyOf(scheme: AuthScheme | undefined): Verify<unknown> | undefined {
  const verify = scheme === undefined || scheme.type === 'mutualTLS' ? undefined : scheme.verify;
  return typeof verify === 'function' ? (verify as Verify<unknown>) : undefined;
}

/**
 * Returns whether something checks a scheme: its `verify`, something else (`verify: false`), or TLS for certificates.
 */
function isChecked(scheme: AuthScheme | undefined): boolean {
  return scheme?.type === 'mutualTLS' || scheme?.verify === false || verifyOf(scheme) !== undefined;
}

function verifiedOf({ scheme, scopes }: Member): VerifiedScheme | undefined {
  const verify = verifyOf(scheme);
  return scheme === undefined || scheme.type === 'mutualTLS' || verify === undefined
    ? undefined
    : { scheme, verify, scopes };
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

export function unverifiedFindings(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { unverified }: ResolvedSecurity,
): Finding[] {
  return unverified.map((name) => ({
    code: 'security-not-verified',
    message: `Security scheme ${name} is documented and not checked: it has no verify. Add one, or set verify: false if something in front of the operation checks it.`,
    place: `${method} ${path}`,
  }));
}
