import { canonical, isRecord, sameJson, securitySchemeName } from 'dtospec/internal';
import type { Collector, Site } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';

interface Alternative {
  readonly label: string;
  readonly schemes: ReadonlyMap<string, readonly string[]>;
  readonly pointer: string;
}

export function compareSecurity(old: Cursor, current: Cursor, collector: Collector, site: Site): void {
  const { operation, direction } = site;
  const before = alternativesOf(collector.old, old, collector.old);
  const after = alternativesOf(collector.new, current, collector.old);
  const place = { operation, direction, part: 'security', where: 'security' } as const;
  const reason = 'How the service authenticates to the receiver changed.';
  for (const way of before)
    if (!after.some((other) => suffices(way, other)))
      collector.add(
        { ...place, pointer: after[0]?.pointer ?? way.pointer },
        {
          rule: 'security-alternative-removed',
          message: `${way.label} is no longer enough: access requires ${after.map(({ label }) => label).join(' or ') || 'unknown schemes'}.`,
          reason,
          witness: {
            message: `${operation} with ${way.label}`,
            in: 'security',
            reason: 'The old document accepts this authentication, the new one refuses it.',
          },
        },
      );
  for (const way of after) {
    const weaker = before.filter((other) => suffices(other, way));
    const isNew = weaker.length === 0 && !before.some((other) => suffices(way, other));
    const isLess = weaker.length > 0 && !weaker.some((other) => suffices(way, other));
    if (isNew || isLess)
      collector.add(
        { ...place, pointer: way.pointer },
        {
          rule: 'security-alternative-added',
          ...(isLess && { verdict: 'compatible' }),
          message: `${way.label} is enough now${isLess ? ': less than before' : ''}.`,
          reason,
        },
      );
  }
}

function suffices(way: Alternative, needed: Alternative): boolean {
  return [...needed.schemes].every(([scheme, scopes]) => {
    const own = way.schemes.get(scheme);
    return own !== undefined && scopes.every((scope) => own.includes(scope));
  });
}

/**
 * Returns the alternative requirements. An operation's list replaces the document's (OpenAPI 3.1, 4.8.10). No
 * list, or an empty one, requires nothing.
 */
function alternativesOf(document: SpecDocument, operation: Cursor, before: SpecDocument): Alternative[] {
  const place = Array.isArray(fieldOf(operation, 'security')) ? operation : document.root;
  const list = document.child(place, 'security');
  const items = document.items(list);
  if (items.length === 0)
    return [{ label: 'no authentication', schemes: new Map(), pointer: `${place.pointer}/security` }];
  return items.map((item) => {
    const entries = Object.entries(isRecord(item.value) ? item.value : {}).map(
      ([name, scopes]): [string, readonly string[]] => [
        name,
        Array.isArray(scopes) ? scopes.map(String) : [],
      ],
    );
    return {
      label:
        entries
          .map(([name, scopes]) => `${name}${scopes.length === 0 ? '' : ` (${scopes.join(', ')})`}`)
          .join(' + ') || 'no authentication',
      schemes: new Map(entries.map(([name, scopes]) => [schemeOf(document, name, before), scopes])),
      pointer: item.pointer,
    };
  });
}

function schemeOf(document: SpecDocument, requirement: string, before: SpecDocument): string {
  const name = securitySchemeName(requirement);
  const [scheme, old] = [document, before].map((side) =>
    side.child(side.root, 'components', 'securitySchemes', name),
  );
  const type = fieldOf(scheme, 'type');
  if (type === 'apiKey') return canonical([type, fieldOf(scheme, 'in'), apiKeyName(scheme)]);
  if (type === 'http') return canonical([type, String(fieldOf(scheme, 'scheme')).toLowerCase()]);
  if (type === 'mutualTLS') return canonical([type]);
  if (type === 'oauth2' || type === 'openIdConnect') {
    // compareSecuritySchemes reports a change of the issuer of tokens, so the key is the old issuer.
    const issuer = fieldOf(old, 'type') === type ? old : scheme;
    return canonical([type, fieldOf(issuer, 'flows'), fieldOf(issuer, 'openIdConnectUrl')]);
  }
  return canonical(['unknown', name]);
}

function apiKeyName(scheme: Cursor | undefined): string {
  const name = String(fieldOf(scheme, 'name'));
  return fieldOf(scheme, 'in') === 'header' ? name.toLowerCase() : name;
}

export function compareSecuritySchemes(collector: Collector): void {
  const schemesOf = (document: SpecDocument): ReadonlyMap<string, Cursor> =>
    new Map(document.entries(document.child(document.root, 'components', 'securitySchemes')));
  const after = schemesOf(collector.new);
  for (const [name, scheme] of schemesOf(collector.old)) {
    const match = after.get(name);
    if (match === undefined || fieldOf(scheme, 'type') !== fieldOf(match, 'type')) continue;
    for (const field of ['flows', 'openIdConnectUrl']) {
      if (sameJson(fieldOf(scheme, field), fieldOf(match, field))) continue;
      collector.add(
        {
          direction: 'request',
          part: 'security',
          pointer: match.pointer,
          where: `security scheme ${name}`,
        },
        {
          rule: 'security-scheme-url-changed',
          message: `${field} of ${name} changed.`,
          reason:
            'The document does not define whether tokens from the old URLs and flows are still accepted.',
        },
      );
    }
  }
}
