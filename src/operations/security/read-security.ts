import { STRINGS } from '../../shared/checks.js';
import { ConfigError } from '../../shared/errors.js';
import { didYouMean } from '../../shared/nearest.js';
import { isPlain, isRecord, kindOf, show } from '../../shared/values.js';
import type { AuthScheme } from '../../documents/openapi/config/config.js';
import { findSchemeProblem, PREDEFINED_SCHEMES } from '../../documents/openapi/create/security-schemes.js';
import { isSchemeUri, securitySchemeName } from '../../documents/openapi/create/security-uri.js';
import { OBJECT_FIELDS } from '../../documents/openapi/fields/table.js';
import type { ScopedScheme, SecurityInput } from './security-types.js';

/** A scheme that a security names. It is undefined for a predefined one, which is documentation. */
export interface Member {
  readonly name: string;
  readonly scheme: AuthScheme | undefined;
  readonly scopes: readonly string[];
}

/** One alternative of a security, whose members are required together. */
export interface WantedAlternative {
  /** The requirement of the definition or the configuration. */
  readonly input: SecurityInput;
  readonly members: readonly Member[];
}

export type RegisteredSchemes = ReadonlyMap<string, AuthScheme>;

/**
 * Returns the schemes of the configuration by name.
 * @throws ConfigError for two schemes with the same name
 */
export function registeredSchemes(schemes: readonly AuthScheme[]): RegisteredSchemes {
  requireOneOfEachName(
    schemes.map((scheme) => ({ name: scheme.name, scheme })),
    'config.auth.schemes',
  );
  return new Map(schemes.map((scheme) => [scheme.name, scheme]));
}

/**
 * Reads the `security` of an operation, or of the configuration. A scheme that nothing could check is an
 * error: the operation would run without it.
 *
 * @param subject the owner of the security, as error messages name it
 * @throws ConfigError for a security that cannot be read, and for a scheme that is unknown, ambiguous or
 *   incomplete
 */
export function readSecurity(
  security: readonly SecurityInput[],
  registered: RegisteredSchemes,
  subject: string,
): WantedAlternative[] {
  if (!isList(security)) throw unreadable(subject);
  const wanted = security.map((input) => ({ input, members: membersOf(input, registered, subject) }));
  const members = wanted.flatMap((alternative) => alternative.members);
  for (const member of members) requireCheckable(member, registered, subject);
  requireOneOfEachName(members, subject);
  return wanted;
}

function membersOf(input: SecurityInput, registered: RegisteredSchemes, subject: string): Member[] {
  const named = (requirement: string, scopes: readonly string[]): Member => {
    const name = securitySchemeName(requirement);
    return { name, scheme: registered.get(name), scopes };
  };
  if (typeof input === 'string') return [named(input, [])];
  if (Array.isArray(input)) {
    if (input.length > 0)
      return (input as readonly SecurityInput[]).flatMap((scheme) => membersOf(scheme, registered, subject));
  } else if (isScoped(input)) return [{ name: input.scheme.name, ...input }];
  else if (isScheme(input)) return [{ name: input.name, scheme: input, scopes: [] }];
  // An empty object admits everybody. A promise or a map is a mistake, although it has no own fields either.
  else if (isPlain(input) && Object.values(input).every(STRINGS.holds))
    return Object.entries(input).map(([name, scopes]) => named(name, scopes));
  throw unreadable(subject);
}

function unreadable(subject: string): ConfigError {
  return new ConfigError(
    `${subject} has a security that cannot be read. Write schemes, as in [staff], or their names, as in ['staff'].`,
  );
}

function isList(security: unknown): boolean {
  return Array.isArray(security);
}

function isScoped(input: unknown): input is ScopedScheme {
  return isRecord(input) && isScheme(input.scheme) && STRINGS.holds(input.scopes);
}

function isScheme(input: unknown): input is AuthScheme {
  return isRecord(input) && typeof input.name === 'string' && typeof input.type === 'string';
}

function requireCheckable({ name, scheme }: Member, registered: RegisteredSchemes, subject: string): void {
  if (scheme === undefined) {
    if (PREDEFINED_SCHEMES.has(name)) return;
    if (isSchemeUri(name))
      throw new ConfigError(
        `${subject} requires the security scheme ${JSON.stringify(name)}, and dtospec does not ` +
          'read schemes of other documents, so nothing would check it. Pass the scheme itself, ' +
          'with verify: false if something in front of the operation checks it.',
      );
    throw new ConfigError(
      `${subject} requires the security scheme ${JSON.stringify(name)}, which is neither predefined nor registered, so nothing would check it. Pass the scheme itself, or register it in config.auth.schemes.${didYouMean(name, [...registered.keys(), ...PREDEFINED_SCHEMES.keys()])}`,
    );
  }
  const problem =
    findSchemeProblem(scheme) ??
    findFieldProblem(scheme) ??
    findVerifyProblem(scheme) ??
    findOriginProblem(scheme);
  if (problem !== undefined)
    throw new ConfigError(`${subject} has a security scheme ${name} that cannot be checked: ${problem}`);
  if (registered.has(name) && registered.get(name) !== scheme)
    throw new ConfigError(
      `${subject} has a security scheme ${name} that differs from the one of this name in config.auth.schemes. Pass the registered scheme, or rename one.`,
    );
}

/** Finds an unknown field. With a misspelt `verify`, the operation would run for everybody. */
function findFieldProblem(scheme: AuthScheme): string | undefined {
  const known = [...Object.keys(OBJECT_FIELDS.securityScheme), 'verify', 'allowedOrigins'];
  const unknown = Object.keys(scheme).find(
    (name) => !known.includes(name) && !name.startsWith('x-') && name !== 'extensions',
  );
  return unknown === undefined
    ? undefined
    : `${unknown} is not one of its fields.${didYouMean(unknown, known)}`;
}

function findVerifyProblem(scheme: AuthScheme): string | undefined {
  const { verify } = scheme as { readonly verify?: unknown };
  if (verify === undefined && 'verify' in scheme)
    return 'its verify is undefined, as a function is in modules that import each other. Move the function to a module that does not import back. If something in front of the operation checks the scheme, write false.';
  if (verify === undefined || verify === false) return undefined;
  if (scheme.type === 'mutualTLS')
    return 'mutualTLS takes no verify, because your TLS server checks certificates.';
  return typeof verify === 'function'
    ? undefined
    : `its verify is ${kindOf(verify)}. It needs a function, or false if something in front of the operation checks it.`;
}

function findOriginProblem(scheme: AuthScheme): string | undefined {
  const { allowedOrigins: allowed } = scheme as { readonly allowedOrigins?: unknown };
  if (allowed === undefined) return undefined;
  if (scheme.type !== 'apiKey' || scheme.in !== 'cookie')
    return 'allowedOrigins is an option of cookies, which browsers add to requests of other sites.';
  if (allowed === '*') return undefined;
  if (STRINGS.holds(allowed) && (allowed as readonly string[]).every(isOrigin)) return undefined;
  return `allowedOrigins needs '*' or origins as browsers send them, as in ['https://app.example.com'], not ${show(allowed)}.`;
}

/**
 * Returns whether a text is an origin (RFC 6454, 6.2): no
 * path, no default port. Extensions have their own schemes.
 */
function isOrigin(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\s]+$/.test(text) || !URL.canParse(text)) return false;
  const { origin } = new URL(text);
  return origin === 'null' || origin === text;
}

function requireOneOfEachName(schemes: readonly Omit<Member, 'scopes'>[], subject: string): void {
  const known = new Map<string, AuthScheme | undefined>();
  for (const { name, scheme } of schemes) {
    if (known.has(name) && known.get(name) !== scheme)
      throw new ConfigError(
        `${subject} has two security schemes named ${name}, and only one of them would count. Rename one, or remove it.`,
      );
    known.set(name, scheme);
  }
}
