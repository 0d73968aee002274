import { didYouMean } from '../../../shared/nearest.js';
import type { Report } from '../../../shared/diagnostics.js';
import type { OpenApiVersion } from '../config/config.js';
import type { SecurityObject, SecuritySchemeObject } from '../types/document.js';
import type { OAuthFlow, SecurityRequirement } from '../types/objects.js';
import { PREDEFINED_SCHEMES } from './security-schemes.js';
import { isSchemeUri, securitySchemeName } from './security-uri.js';

export class SecurityResolver {
  private readonly used = new Map<string, SecuritySchemeObject>();

  constructor(
    private readonly registered: ReadonlyMap<string, SecuritySchemeObject>,
    private readonly openapi: OpenApiVersion,
    private readonly report: Report,
  ) {}

  resolve(
    requirements: readonly SecurityRequirement[] | undefined,
    place: string,
  ): SecurityObject[] | undefined {
    if (requirements === undefined) return undefined;
    const wanted = requirements.map(byName);
    const known = wanted.filter((object) => Object.keys(object).every((name) => this.isKnown(name)));
    const nothingLeft = known.length === 0 && wanted.length > 0;
    for (const object of wanted) this.reportUnknown(object, nothingLeft, place);
    return nothingLeft ? undefined : known.map((object) => this.use(object, place));
  }

  schemes(): Record<string, SecuritySchemeObject> {
    const predefined = [...this.used].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries([...this.registered, ...predefined]);
  }

  private use(object: SecurityObject, place: string): SecurityObject {
    const entries = Object.entries(object).map(([name, scopes]): [string, string[]] => {
      const scheme = this.find(name);
      if (scheme !== undefined && !this.registered.has(name)) this.used.set(name, scheme);
      for (const scope of scopes) this.checkScope(scope, name, scheme, place);
      return [name, this.scopesOf(scheme, scopes)];
    });
    return Object.fromEntries(entries);
  }

  private checkScope(
    scope: string,
    name: string,
    scheme: SecuritySchemeObject | undefined,
    place: string,
  ): void {
    const flows = Object.values(scheme?.flows ?? {}) as Partial<OAuthFlow>[];
    // Flows that this version lacks are left out, and may have declared it.
    if (scheme?.type !== 'oauth2' || flows.length === 0) return;
    if (flows.some((flow) => Object.hasOwn(flow.scopes ?? {}, scope))) return;
    this.report({
      code: 'unknown-scope',
      message:
        `No flow of security scheme ${name} has the scope ${JSON.stringify(scope)}. ` +
        'Add it to the flows, or correct it here.',
      place,
    });
  }

  private names(): string[] {
    return [...this.registered.keys(), ...PREDEFINED_SCHEMES.keys()];
  }

  /** A scheme of another document is known by its URI alone: what it requires is written there. */
  private isKnown(name: string): boolean {
    return this.find(name) !== undefined || (this.openapi === '3.2' && isSchemeUri(name));
  }

  private find(name: string): SecuritySchemeObject | undefined {
    return this.registered.get(name) ?? PREDEFINED_SCHEMES.get(name);
  }

  // Before OpenAPI 3.1, only `oauth2` and `openIdConnect` can have scopes.
  private scopesOf(scheme: SecuritySchemeObject | undefined, scopes: string[]): string[] {
    const hasScopes = scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect';
    return this.openapi === '3.0' && !hasScopes ? [] : [...scopes];
  }

  private reportUnknown(object: SecurityObject, nothingLeft: boolean, place: string): void {
    const names = Object.keys(object);
    const consequence =
      names.length > 1 ? 'the requirement that names it is left out whole' : 'it is left out';
    const outcome = nothingLeft
      ? ' Nothing remains, so this is documented as public, or with the security that the whole document has.'
      : '';
    for (const name of names.filter((candidate) => !this.isKnown(candidate))) {
      if (isSchemeUri(name))
        this.report({
          code: 'security-uri-not-in-openapi',
          message:
            `The security scheme ${JSON.stringify(name)} is a URI, which OpenAPI ${this.openapi} ` +
            `does not allow, so ${consequence}.${outcome} ` +
            "Set openapi: '3.2', or register the scheme in config.auth.schemes and name it.",
          place,
        });
      else
        this.report({
          code: 'unknown-security-scheme',
          message:
            `Security scheme ${JSON.stringify(name)} is neither predefined nor registered, ` +
            `so ${consequence}.${outcome} Register it in config.auth.schemes.${didYouMean(name, this.names())}`,
          place,
        });
    }
  }
}

/** Returns a requirement whose keys are names, also if it names a component by a URI. */
function byName(requirement: SecurityRequirement): SecurityObject {
  if (typeof requirement === 'string') return { [securitySchemeName(requirement)]: [] };
  const entries = Object.entries(requirement).map(([name, scopes]) => [securitySchemeName(name), scopes]);
  return Object.fromEntries(entries) as SecurityObject;
}
