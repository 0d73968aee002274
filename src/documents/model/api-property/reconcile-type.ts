import { typeOfDesign } from '../type/design-type.js';
import type { PropertyContext } from '../context.js';
import { isConvertedElsewhere } from '../conversion.js';
import type { TypeDeclaration } from '../../../../decorators/type-input.js';
import type { Finding } from '../../../shared/diagnostics.js';
import { reportDisagreement, reportNarrowing } from './presence.js';
import { propertyTypeOf } from '../type/property-type.js';
import { describesValue, typeOfRules } from '../type/rule-type.js';
import { resolveLazy, resolveLazyOrUnknown, TypeInputError } from '../type/type-input-error.js';
import { innerTypes, typeRefOfDeclaration } from '../type/type-ref.js';
import type { TypeRef } from '../types.js';

export function typeWithApiProperty(context: PropertyContext): TypeRef {
  const { apiProperty, design } = context.property;
  const declaration = apiProperty?.type;
  // If the author writes a type on a property with @Transform, the type describes the result, even if it
  // equals the compiler's type.
  const written = apiProperty?.written.has('type') === true ? typeOfDesign(design) : undefined;
  if (declaration === undefined && context.rewritten && written !== undefined) return written;
  if (declaration === undefined || context.declaration !== undefined) return propertyTypeOf(context);
  const declared = validTypeOf(declaration, context);
  if (declared === undefined) return propertyTypeOf(context);
  // The rules see another value than the JSON contains.
  if (context.transformed || context.rewritten || !isProven(context)) return declared;
  const findings: Finding[] = [];
  const running = propertyTypeOf({ ...context, report: (finding) => findings.push(finding) });
  const { type, contradicts, narrows } = reconcile(running, declared);
  const place = { ...context, written: context.property.apiProperty?.written };
  if (narrows && context.view.direction === 'input') reportNarrowing(place, 'type');
  if (contradicts && !isConvertedElsewhere(context)) reportContradiction(place, declared, running);
  // If a declared type replaces an unknown one, the findings about the unknown type no longer apply.
  findings.filter(({ code }) => type === running || !OPEN.has(code)).forEach(context.report);
  return type;
}

function reportContradiction(
  place: Parameters<typeof reportDisagreement>[0],
  declared: TypeRef,
  running: TypeRef,
): void {
  const kinds = [kindOf(declared), kindOf(running)];
  const [declaredKind, runningKind] =
    kinds[0] === kinds[1] ? [describeType(declared), describeType(running)] : kinds;
  reportDisagreement(
    place,
    'type',
    `that it is ${declaredKind}`,
    `validation and class-transformer take ${runningKind}`,
    'Correct the type there, or the validators.',
  );
}

/** Returns undefined for a type that adds nothing: an open one, and an invalid one, which is reported. */
function validTypeOf(declaration: TypeDeclaration, { place, report }: PropertyContext): TypeRef | undefined {
  const declared = typeRefOfDeclaration(declaration);
  try {
    const resolved = resolveLazy(declared);
    innerTypes(resolved).forEach(resolveLazy);
    return resolved.kind === 'unknown' ? undefined : declared;
  } catch (error) {
    if (!(error instanceof TypeInputError)) throw error;
    report({ code: 'ignored-type', place, message: error.message });
    return undefined;
  }
}

const OPEN: ReadonlySet<string> = new Set(['unknown-type', 'unknown-element-type', 'dynamic-type']);

/**
 * Returns whether rules or class-transformer decide the type. The type that the compiler recorded does not
 * count, since nothing enforces it.
 */
function isProven({ property, running, declared }: PropertyContext): boolean {
  const { rules, hasEach, hasListRule } = declared;
  if (property.type?.declared === true || running.nested === 'each') return true;
  return hasEach || hasListRule || typeOfRules(rules) !== undefined || rules.some(describesValue);
}

interface Reconciled {
  readonly type: TypeRef;
  /** True if the rules have another type than the declared one. Then theirs is documented. */
  readonly contradicts: boolean;
  /** True if the declared type is documented although validation accepts more. */
  readonly narrows: boolean;
}

function reconcile(runningRef: TypeRef, declaredRef: TypeRef): Reconciled {
  const running = resolveLazyOrUnknown(runningRef);
  const declared = resolveLazyOrUnknown(declaredRef);
  const taken: Reconciled = { type: declaredRef, contradicts: false, narrows: false };
  const kept: Reconciled = { type: runningRef, contradicts: false, narrows: false };
  const refused: Reconciled = { ...kept, contradicts: true };
  if (running.kind === 'unknown') return taken;
  if (declared.kind === 'unknown' || running.kind === 'raw') return kept;
  if (running.kind === 'array' && declared.kind === 'array') {
    const items = reconcile(running.items, declared.items);
    return { ...items, type: items.type === running.items ? runningRef : { ...running, items: items.type } };
  }
  if (haveOtherJson(running, declared)) return refused;
  if (running.kind === 'enum' && declared.kind === 'enum')
    return valuesOf(running) === valuesOf(declared)
      ? { ...kept, type: { ...running, name: running.name ?? declared.name } }
      : refused;
  if (isLooser(running, declared)) return { ...taken, narrows: true };
  // No rule checks the members of the object, so the compiler's type counts here too.
  if (running.kind === 'object') return taken;
  return areOtherClasses(running, declared) ? refused : kept;
}

function areOtherClasses(running: Resolved, declared: Resolved): boolean {
  return running.kind === 'class' && declared.kind === 'class' && running.target !== declared.target;
}

function haveOtherJson(running: Resolved, declared: Resolved): boolean {
  const own = jsonTypeOf(running);
  const other = jsonTypeOf(declared);
  return own !== undefined && other !== undefined && own !== other;
}

function isLooser(running: TypeRef, declared: TypeRef): boolean {
  if (declared.kind === 'enum') return running.kind !== 'enum';
  return running.kind === 'number' && declared.kind === 'integer';
}

function valuesOf({ members }: Extract<TypeRef, { kind: 'enum' }>): string {
  return JSON.stringify(members.map(({ value }) => value).sort());
}

type Resolved = Exclude<TypeRef, { kind: 'lazy' }>;

function jsonTypeOf(type: Resolved): string | undefined {
  if (type.kind === 'enum') {
    const types = new Set(type.members.map(({ value }) => typeof value));
    return types.size === 1 ? [...types][0] : undefined;
  }
  if (type.kind === 'raw') {
    const { type: jsonType } = type.schema;
    if (typeof jsonType !== 'string') return undefined;
    return jsonType === 'integer' ? 'number' : jsonType;
  }
  return JSON_TYPES[type.kind];
}

const JSON_TYPES: Readonly<Partial<Record<Resolved['kind'], string>>> = {
  string: 'string',
  date: 'string',
  bigint: 'string',
  file: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'array',
  tuple: 'array',
  class: 'object',
  map: 'object',
  object: 'object',
};

/**
 * Returns the kind of a type without class names, so that
 * properties with the same mistake share a diagnostic.
 */
function kindOf(ref: TypeRef): string {
  const type = resolveLazyOrUnknown(ref);
  if (type.kind === 'array') return `an array (${kindOf(type.items)})`;
  return type.kind === 'class' ? 'an object' : describeType(type);
}

function describeType(ref: TypeRef): string {
  const type = resolveLazyOrUnknown(ref);
  switch (type.kind) {
    case 'array':
      return `an array (${describeType(type.items)})`;
    case 'class':
      return type.target.name;
    case 'enum':
      return `one of ${type.members.map(({ value }) => JSON.stringify(value)).join(', ')}`;
    case 'raw':
      return typeof type.schema.type === 'string' ? article(type.schema.type) : 'a schema';
    default:
      return article(type.kind);
  }
}

function article(noun: string): string {
  return noun === 'unknown' ? 'anything' : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
