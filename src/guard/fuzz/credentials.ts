import { isRecord } from '../../shared/values.js';
import type { Cursor, SpecDocument } from '../diff/document.js';

/** A header with required credentials. */
export interface Credential {
  /** Name of the header, in lower case. */
  readonly header: string;
  /** A value that the service must reject. */
  readonly wrong: string;
}

/**
 * Returns the headers in which an operation requires credentials. Empty if they are optional, or part of the connection
 * or the query.
 */
export function credentialsOf(operation: Cursor | undefined, document: SpecDocument): Credential[] {
  const own = document.child(operation, 'security') ?? document.child(document.root, 'security');
  const alternatives = document.items(own).map(({ value }) => Object.keys(isRecord(value) ? value : {}));
  const schemes = [...new Set(alternatives.flat())].map((name) =>
    credentialOf(document.child(document.root, 'components', 'securitySchemes', name)?.value),
  );
  const isRequired = alternatives.length > 0 && alternatives.every((names) => names.length > 0);
  return isRequired && schemes.every((one) => one !== undefined) ? schemes : [];
}

function credentialOf(given: unknown): Credential | undefined {
  const { type, scheme, name, in: place } = (isRecord(given) ? given : {}) as Partial<Record<string, string>>;
  if (type === 'oauth2' || type === 'openIdConnect')
    return { header: 'authorization', wrong: 'Bearer invalid' };
  if (type === 'http')
    return {
      header: 'authorization',
      wrong: /^basic$/i.test(scheme ?? '') ? 'Basic aW52YWxpZDppbnZhbGlk' : `${scheme ?? 'Bearer'} invalid`,
    };
  if (type !== 'apiKey' || name === undefined) return undefined;
  if (place === 'header') return { header: name.toLowerCase(), wrong: 'invalid' };
  return place === 'cookie' ? { header: 'cookie', wrong: `${name}=invalid` } : undefined;
}
