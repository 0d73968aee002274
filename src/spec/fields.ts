import { show } from '../../decorators/arguments.js';
import type { Report } from '../base/diagnostics.js';
import { VALIDATION_OPTIONS } from '../model/validation-options.js';

/** What a field may hold, for callers without types. */
export interface FieldCheck {
  /** Follows "needs". */
  readonly what: string;
  readonly holds: (value: unknown) => boolean;
}

export type FieldChecks<T> = Readonly<Partial<Record<keyof T, FieldCheck>>>;

export const TEXT: FieldCheck = { what: 'a text', holds: (value) => typeof value === 'string' };
export const FLAG: FieldCheck = { what: 'true or false', holds: (value) => typeof value === 'boolean' };
export const NUMBER: FieldCheck = { what: 'a number', holds: (value) => typeof value === 'number' };
export const OBJECT: FieldCheck = { what: 'an object', holds: isRecord };
export const TEXTS: FieldCheck = { what: "a list of texts, as in ['users']", holds: isListOf(TEXT.holds) };
export const LIST: FieldCheck = { what: 'a list of objects', holds: isListOf(isRecord) };
export const WITH_URL: FieldCheck = {
  what: "an object with a url, as in { url: 'https://example.com' }",
  holds: hasUrl,
};
export const SERVERS: FieldCheck = {
  what: "a list of objects with a url, as in [{ url: 'https://api.example.com' }]",
  holds: isListOf(hasUrl),
};
export const VALIDATION: FieldCheck = {
  what: `an object with options of class-validator and class-transformer (${VALIDATION_OPTIONS.join(', ')})`,
  holds: (value) =>
    isRecord(value) && Object.keys(value).every((key) => (VALIDATION_OPTIONS as string[]).includes(key)),
};
export const SECURITY: FieldCheck = {
  what: "a list of names or { name: scopes }, as in ['bearerAuth']",
  holds: isListOf((value) => typeof value === 'string' || isRecord(value)),
};

/** The object without the fields that hold something else than their types say; a diagnostic names each. */
export function soundFields<T extends object>(
  given: T,
  checks: FieldChecks<T>,
  place: string,
  report: Report,
): T {
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
  { what }: FieldCheck,
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

/** An object of named values: neither a list nor a class. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isListOf(holds: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(holds);
}

function hasUrl(value: unknown): boolean {
  return isRecord(value) && typeof value.url === 'string';
}
