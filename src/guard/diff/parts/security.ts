import { isRecord } from '../../../shared/values.js';
import { canonical, sameJson } from '../../../documents/json-schema/canonical.js';
import type { Collector, Site } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';

/** One way to authenticate: schemes that are used together, by what they are, with the scopes of each. */
interface Alternative {
  /** As the document calls them: `apiKey + oauth (read)`. */
  readonly label: string;
  readonly schemes: ReadonlyMap<string, readonly string[]>;
  readonly pointer: string;
}

/** Whoever authenticated in one of the old ways must get in: by the same schemes, or fewer, with the same scopes, or fewer. */
export function compareSecurity(old: Cursor, current: Cursor, collector: Collector, site: Site): void {
  const before = alternativesOf(collector.old, old);
  const after = alternativesOf(collector.new, current);
  const isSent = site.direction === 'request';
  for (const way of before)
    if (!after.some((other) => suffices(way, other)))
      collector.add(site.operation, {
        rule: 'security-alternative-removed',
        verdict: isSent ? 'breaking' : 'unclear',
        direction: site.direction,
        part: 'security',
        pointer: after[0]?.pointer ?? way.pointer,
        where: 'security',
        message: `${way.label} is no longer enough: it takes ${after.map(({ label }) => label).join(' or ') || 'nothing that is known'}.`,
        reason: 'How the service authenticates to the receiver changed.',
        witness: isSent
          ? {
              message: `${site.operation} with ${way.label}`,
              in: 'security',
              reason: 'The old document accepts who authenticates so, the new one refuses.',
            }
          : undefined,
      });
  for (const way of after)
    if (!before.some((other) => suffices(way, other) || suffices(other, way)))
      collector.add(site.operation, {
        rule: 'security-alternative-added',
        verdict: isSent ? 'compatible' : 'unclear',
        direction: site.direction,
        part: 'security',
        pointer: way.pointer,
        where: 'security',
        message: `${way.label} is enough now.`,
        reason: 'How the service authenticates to the receiver changed.',
      });
    else if (
      !before.some((other) => suffices(other, way) && suffices(way, other)) &&
      before.some((other) => suffices(other, way))
    )
      collector.add(site.operation, {
        rule: 'security-alternative-added',
        verdict: 'compatible',
        direction: site.direction,
        part: 'security',
        pointer: way.pointer,
        where: 'security',
        message: `${way.label} is enough now: less than before.`,
      });
}

/** Whether who has the first gets in by the second. */
function suffices(way: Alternative, needed: Alternative): boolean {
  return [...needed.schemes].every(([scheme, scopes]) => {
    const own = way.schemes.get(scheme);
    return own !== undefined && scopes.every((scope) => own.includes(scope));
  });
}

/** OpenAPI 3.1, 4.8.10: an operation's own list replaces the document's; no list, or an empty one, asks for nothing. */
function alternativesOf(document: SpecDocument, operation: Cursor): Alternative[] {
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
      schemes: new Map(entries.map(([name, scopes]) => [schemeOf(document, name), scopes])),
      pointer: item.pointer,
    };
  });
}

/** What a scheme is on the wire, whatever it is called; names of what is not known are all there is. */
function schemeOf(document: SpecDocument, name: string): string {
  const scheme = document.child(document.root, 'components', 'securitySchemes', name);
  const type = fieldOf(scheme, 'type');
  if (type === 'apiKey') return canonical([type, fieldOf(scheme, 'in'), nameOf(scheme)]);
  if (type === 'http') return canonical([type, String(fieldOf(scheme, 'scheme')).toLowerCase()]);
  // Of these, who issues the token is a change of its own.
  if (type === 'oauth2' || type === 'openIdConnect' || type === 'mutualTLS')
    return canonical([type, type === 'mutualTLS' ? '' : name]);
  return canonical(['unknown', name]);
}

/** Names of headers are compared without case (RFC 9110, 5.1). */
function nameOf(scheme: Cursor | undefined): string {
  const name = String(fieldOf(scheme, 'name'));
  return fieldOf(scheme, 'in') === 'header' ? name.toLowerCase() : name;
}

/** The URLs and flows of schemes of one name. */
export function compareSecuritySchemes(collector: Collector): void {
  const schemesOf = (document: SpecDocument): ReadonlyMap<string, Cursor> =>
    new Map(document.entries(document.child(document.root, 'components', 'securitySchemes')));
  const after = schemesOf(collector.new);
  for (const [name, scheme] of schemesOf(collector.old)) {
    const match = after.get(name);
    if (match === undefined || fieldOf(scheme, 'type') !== fieldOf(match, 'type')) continue;
    for (const field of ['flows', 'openIdConnectUrl']) {
      if (sameJson(fieldOf(scheme, field), fieldOf(match, field))) continue;
      collector.add(undefined, {
        rule: 'security-scheme-url-changed',
        verdict: 'unclear',
        direction: 'request',
        part: 'security',
        pointer: match.pointer,
        where: `security scheme ${name}`,
        message: `${field} of ${name} changed.`,
        reason: 'Whether tokens from the old URLs and flows are accepted still is not said.',
      });
    }
  }
}
