import { printableCode } from '../../../shared/printable.js';
import { isRecord } from '../../../shared/values.js';
import type { Part } from '../shown/operations-in.js';
import { capitalized } from '../shown/summary.js';
import { prose } from './escape.js';

/** Returns the alternatives of a security requirement: "`key`, or `token` (`read`) and `tenant`". */
export function securityText(security: readonly unknown[]): string {
  if (security.length === 0) return 'none';
  return security.map((requirement) => requirementText(requirement)).join(', or ');
}

function requirementText(requirement: unknown): string {
  const schemes = Object.entries(isRecord(requirement) ? requirement : {}).map(([name, scopes]) => {
    const needed = Array.isArray(scopes) ? scopes.map((scope) => printableCode(String(scope))) : [];
    return `${printableCode(name)}${needed.length > 0 ? ` (${needed.join(', ')})` : ''}`;
  });
  return schemes.length === 0 ? 'none' : schemes.join(' and ');
}

/** Returns a line about how a client sends the credential of a security scheme. */
export function schemeLine(name: string, scheme: Part): string {
  const line = `${printableCode(name)}: ${waysOf(scheme)}`;
  const description = prose(scheme.description);
  return description === '' ? line : `${line}. ${description}`;
}

function waysOf(scheme: Part): string {
  switch (scheme.type) {
    case 'apiKey':
      return `API key in ${prose(scheme.in)} ${printableCode(String(scheme.name))}`;
    case 'http':
      return `header ${printableCode(`Authorization: ${capitalized(String(scheme.scheme))} …`)}`;
    case 'oauth2':
      return `OAuth 2.0 token in header ${printableCode('Authorization: Bearer …')}${flowsText(scheme)}`;
    case 'openIdConnect':
      return `OpenID Connect, ${printableCode(String(scheme.openIdConnectUrl))}`;
    default:
      return prose(scheme.type);
  }
}

function flowsText({ flows }: Part): string {
  const texts = Object.entries(isRecord(flows) ? flows : {}).map(([name, flow]) => {
    const urls = Object.values(isRecord(flow) ? flow : {}).filter((value) => typeof value === 'string');
    return `${prose(name)} ${urls.map(printableCode).join(' ')}`;
  });
  return texts.length === 0 ? '' : `, flows ${texts.join(', ')}`;
}
