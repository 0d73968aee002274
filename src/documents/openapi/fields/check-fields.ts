import type { DiagnosticCode, Report } from '../../../shared/diagnostics.js';
import { didYouMean } from '../../../shared/nearest.js';
import { messageOf } from '../../../shared/errors.js';
import { isRecord, isTooDeep, plainJson, show, TOO_DEEP } from '../../../shared/values.js';
import { isAtLeast, type OpenApiVersion } from '../config/config.js';
import type { Server } from '../types/objects.js';
import { checkServer, type Inside } from './field.js';
import { misplaced } from './misplaced.js';
import { type KnownField, OBJECT_FIELDS, type ObjectName } from './table.js';

export interface FieldContext {
  readonly config: { readonly openapi: OpenApiVersion };
  readonly report: Report;
  readonly place: string;
  /**
   * Names of further fields of the object, which the caller reads: for the messages about unknown ones.
   * @default none
   */
  readonly further?: readonly string[];
}

export function withPlace<C extends Pick<FieldContext, 'place'>>(place: string, context: C): C {
  return { ...context, place };
}

const CALLED: Readonly<Partial<Record<ObjectName, string>>> = {
  config: 'the configuration',
  ui: 'config.ui',
  auth: 'config.auth',
  docsAuth: 'config.docsAuth',
};

const OPTIONS: ReadonlySet<ObjectName> = new Set<ObjectName>(['config', 'ui', 'auth', 'docsAuth']);

const UNSUPPORTED: Readonly<Record<OpenApiVersion, DiagnosticCode>> = {
  '3.0': 'not-in-openapi-3-0',
  '3.1': 'not-in-openapi-3-1',
  // No version is newer.
  '3.2': 'not-in-openapi-3-1',
};

/**
 * Returns the fields that the document's version of OpenAPI supports, with extensions. Other fields are
 * omitted with a diagnostic: unknown ones, those of a wrong type, and those of other versions.
 */
export function checkFields<T extends object>(source: T, object: ObjectName, context: FieldContext): T {
  const fields: Readonly<Record<string, KnownField>> = OBJECT_FIELDS[object];
  const checked: Record<string, unknown> = {};
  const unsupported: [string, unknown, KnownField][] = [];
  for (const name of Object.keys(source)) {
    const value = (source as Readonly<Record<string, unknown>>)[name];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) Object.assign(checked, checkOther(name, value, object, context));
    else if (!field.holds(value)) {
      // Callers often write null or undefined for no value.
      const isNothing = value === undefined || (value === null && field.refusesNull !== true);
      if (!isNothing) reportInvalidField(name, field, value, context);
    } else if (field.since !== '3.0' && !isAtLeast(context.config.openapi, field.since) && value != null)
      unsupported.push([name, value, field]);
    else checked[name] = field.inside ? checkInside(value, field.inside, name, context) : value;
  }
  for (const [name, value, field] of unsupported)
    Object.assign(checked, translate(name, value, field, checked, context));
  return checked as T;
}

/**
 * Returns a hand-written object with its fields in the document's order; reports a missing required field and
 * returns undefined.
 */
export function createObject(
  source: object,
  object: ObjectName,
  context: FieldContext,
): Record<string, unknown> | undefined {
  const checked = checkFields(source, object, context) as Record<string, unknown>;
  const fields: Readonly<Record<string, KnownField>> = OBJECT_FIELDS[object];
  const lost = Object.keys(fields).find(
    (name) => fields[name]?.required === true && checked[name] === undefined,
  );
  if (lost !== undefined) {
    context.report({
      code: 'missing-field',
      message: `${show(source) === 'an object' ? 'The object' : show(source)} is left out, because it has no ${lost}: ${fields[lost]?.what ?? ''}. Add it.`,
      place: context.place,
    });
    return undefined;
  }
  const ordered: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(fields), ...Object.keys(checked)])) {
    const value = checked[name];
    // Empty texts are omitted, except required ones.
    if (value !== undefined && (value !== '' || fields[name]?.required === true)) ordered[name] = value;
  }
  if (object === 'server') checkServer(ordered as unknown as Server, context);
  return ordered;
}

export function extensionsOf(checked: object): Record<string, unknown> {
  const extensions: Record<string, unknown> = {};
  for (const name of Object.keys(checked))
    if (name.startsWith('x-')) extensions[name] = (checked as Readonly<Record<string, unknown>>)[name];
  return extensions;
}

export function reportInvalidField(
  name: string,
  { what }: { readonly what: string },
  value: unknown,
  { place, report }: Pick<FieldContext, 'place' | 'report'>,
): void {
  report({
    code: 'invalid-field',
    message: `${name} needs ${what}, not ${show(value)}; it is left out.`,
    place: `${place} ${name}`.trim(),
  });
}

/**
 * Reports fields beside a `$ref`, which "cannot be extended
 * with additional properties" (OpenAPI 3.1, 4.8.23).
 */
function checkOther(
  name: string,
  value: unknown,
  object: ObjectName,
  context: FieldContext,
): Record<string, unknown> {
  const { report, place } = context;
  if (value === undefined) return {};
  const isExtensible = object !== 'reference';
  if (name.startsWith('x-') && isExtensible) return checkExtension(name, value, context);
  if (name === 'extensions' && isExtensible && (!OPTIONS.has(object) || object === 'config'))
    return checkExtensions(value, context);
  const called = CALLED[object] ?? `the ${object}`;
  const known = [...Object.keys(OBJECT_FIELDS[object]), ...(context.further ?? [])];
  const remedy = misplaced(name, object) || didYouMean(name, known) || ` Its fields are ${known.join(', ')}.`;
  report({
    code: OPTIONS.has(object) ? 'unknown-option' : 'unknown-field',
    message: `${JSON.stringify(name)} is not a field of ${called}, so it has no effect.${remedy}`,
    place: OPTIONS.has(object) ? `${place}.${name}` : `${place} ${name}`,
  });
  return {};
}

function checkExtensions(value: unknown, context: FieldContext): Record<string, unknown> {
  if (value === null) return {};
  if (!isRecord(value)) {
    reportInvalidField('extensions', { what: 'an object' }, value, context);
    return {};
  }
  const inside = withPlace(`${context.place} extensions`, context);
  const checked = Object.entries(value).map(([name, extension]) => checkExtension(name, extension, inside));
  return Object.assign({}, ...checked) as Record<string, unknown>;
}

function checkExtension(
  name: string,
  value: unknown,
  { place, report }: FieldContext,
): Record<string, unknown> {
  if (!name.startsWith('x-')) {
    report({
      code: 'invalid-extension',
      message: `${JSON.stringify(name)} is not the name of an extension and is left out. Begin it with x-.`,
      place,
    });
    return {};
  }
  try {
    if (isTooDeep(value)) throw new TypeError(TOO_DEEP);
    return { [name]: plainJson(value) };
  } catch (error) {
    report({ code: 'invalid-extension', message: `${name} is left out: ${messageOf(error)}.`, place });
    return {};
  }
}

function checkInside(value: unknown, { object, as }: Inside, name: string, context: FieldContext): unknown {
  const memberPlace = `${context.place} ${name}`.trim();
  const create = (member: unknown, place: string): unknown =>
    isRecord(member) ? createObject(member, object as ObjectName, withPlace(place, context)) : undefined;
  if (as === 'one') return create(value, memberPlace);
  if (as === 'list')
    return (value as unknown[])
      .map((member, index) => create(member, `${memberPlace}.${index}`))
      .filter((member) => member !== undefined);
  const entries = Object.entries(value as object).map(
    ([key, member]: [string, unknown]) => [key, create(member, `${memberPlace}.${key}`)] as const,
  );
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

function translate(
  name: string,
  value: unknown,
  field: KnownField,
  source: Readonly<Record<string, unknown>>,
  context: FieldContext,
): Readonly<Record<string, unknown>> {
  const instead = field.fallback?.(value, source, context.config.openapi);
  if (instead === undefined) reportUnsupported(name, field.since, context);
  return instead ?? {};
}

export function reportUnsupported(
  name: string,
  since: OpenApiVersion,
  { config, report, place }: FieldContext,
  outcome = 'it is left out',
): void {
  report({
    code: UNSUPPORTED[config.openapi],
    message: `OpenAPI ${config.openapi} has no ${name} here, and ${outcome}. Use openapi: '${since}' to document it.`,
    place: `${place} ${name}`.trim(),
  });
}
