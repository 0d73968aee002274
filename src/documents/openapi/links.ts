import { filled } from './compact.js';
import type { SpecContext } from './context.js';
import type { LinkObject, OrReference } from './document.js';
import { createObject } from './fields/sound.js';
import type { Link } from './objects.js';
import { createReference, isReference } from './references.js';

/** The links of a response. */
export function createLinks(
  links: Readonly<Record<string, OrReference<Link>>> | undefined,
  place: string,
  context: SpecContext,
): Record<string, OrReference<LinkObject>> | undefined {
  if (links == null) return undefined;
  const entries = Object.entries(links).map(([name, link]) => {
    const inner = `${place} links.${name}`;
    const made = isReference(link)
      ? createReference<LinkObject>(link, 'links', inner, context)
      : createLink(link, inner, context);
    return [name, made] as const;
  });
  return filled(Object.fromEntries(entries.filter(([, made]) => made !== undefined))) as
    | Record<string, OrReference<LinkObject>>
    | undefined;
}

/** A Link Object: it names its operation in one of two ways (OpenAPI 3.1, 4.8.20). */
export function createLink(given: Link, place: string, context: SpecContext): LinkObject | undefined {
  const link: LinkObject | undefined = createObject(given, 'link', place, context);
  if (link === undefined) return undefined;
  if (link.operationId === undefined && link.operationRef === undefined) {
    context.report({
      code: 'missing-field',
      message: 'The link is left out, for it names no operation. Give it an operationId.',
      place,
    });
    return undefined;
  }
  if (link.operationId === undefined || link.operationRef === undefined) {
    context.links?.addLink({ ...link, place });
    return link;
  }
  context.report({
    code: 'invalid-field',
    message: 'operationRef cannot stand beside operationId; it is left out. Remove one of them.',
    place: `${place} operationRef`,
  });
  const { operationRef: _, ...rest } = link;
  context.links?.addLink({ ...rest, place });
  return rest;
}
