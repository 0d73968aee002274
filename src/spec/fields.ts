import { isArrayOf, type Check, type Checks } from '../base/checks.js';
import type { Report } from '../base/diagnostics.js';
import { isRecord, show } from '../base/values.js';
import { VALIDATION_OPTIONS } from '../model/validation-options.js';

export const WITH_URL: Check = {
  what: "an object with a url, as in { url: 'https://example.com' }",
  holds: hasUrl,
};
export const SERVERS: Check = {
  what: "an array of objects with a url, as in [{ url: 'https://api.example.com' }]",
  holds: isArrayOf(hasUrl),
};
export const VALIDATION: Check = {
  what: `an object with options of class-validator and class-transformer (${VALIDATION_OPTIONS.join(', ')})`,
  holds: (value) =>
    isRecord(value) && Object.keys(value).every((key) => (VALIDATION_OPTIONS as string[]).includes(key)),
};
export const SECURITY: Check = {
  what: "an array of names or { name: scopes }, as in ['bearerAuth']",
  holds: isArrayOf((value) => typeof value === 'string' || isRecord(value)),
};

/** The object without the fields that hold something else than their types say; a diagnostic names each. */
export function soundFields<T extends object>(given: T, checks: Checks<T>, place: string, report: Report): T {
  const entries = Object.entries(given).filter(([name, value]: [string, unknown]) => {
    const check = checks[name as keyof T];
    if (check === undefined || check.holds(value)) return true;
    // Nothing is what many callers write for no value.
    if (value === undefined || value === null) return false;
    reportField(name, check, value, place, report);
    return false;
  });
  return Object.fromEntries(entries) as T;
}

export function reportField(
  name: string,
  { what }: Check,
  value: unknown,
  place: string,
  report: Report,
): void {
  report({
    code: 'invalid-field',
    message: `${name} needs ${what}, not ${show(value)}; it is left out.`,
    place: `${place} ${name}`,
  });
}

function hasUrl(value: unknown): boolean {
  return isRecord(value) && typeof value.url === 'string';
}
