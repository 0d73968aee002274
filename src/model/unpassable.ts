import type { Report } from '../diagnostic.js';
import { transformTypeOf, type TransformType } from './class-transformer.js';
import { metadataOf, type Validation } from './class-validator.js';
import { analyseConditions } from './conditions.js';
import { passesUnsent } from './presence.js';
import { settleIfRight } from './type-ref.js';
import type { Constructor, TypeRef, View } from './types.js';

// Decorators that are right one by one and together let no request pass: nobody wants that, so each is a diagnostic.

interface Place {
  readonly target: Constructor;
  readonly key: string;
  readonly view: View;
  readonly validation: Validation;
  /** What the class itself puts into a new instance. */
  readonly initial: Readonly<Record<string, unknown>>;
  readonly place: string;
  readonly report: Report;
}

/** A request cannot hold what is left out, yet validation may insist on it. */
export function checkLeftOut({ key, validation, initial, place, report }: Place): void {
  const absent = key in initial ? { [key]: initial[key] } : {};
  const conditions = analyseConditions(validation.conditions, key, absent);
  if (passesUnsent(initial[key], validation, conditions)) return;
  report({
    code: 'left-out-but-required',
    severity: 'warning',
    place,
    message:
      'This property is left out of requests, but validation rejects its absence, so no request passes. Add @IsOptional(), mend its default, or put its rules into a group of their own.',
  });
}

/** class-validator rejects a nested object of which it knows no class, and one on whose class no rule runs. */
export function checkNested(type: TypeRef, { target, key, view, place, report }: Place): void {
  const told = transformTypeOf(target, key);
  if (told !== undefined && namesObject(told)) {
    report({
      code: 'nested-without-type',
      severity: 'warning',
      place,
      message:
        '@ValidateNested rejects every object of @Type(() => Object) at run time. Name its class, @Type(() => Item), or use @IsObject() instead.',
    });
    return;
  }
  if (told === undefined && type.kind !== 'map') {
    report({
      code: 'nested-without-type',
      severity: 'warning',
      place,
      message: '@ValidateNested without @Type rejects every object at run time. Add @Type(() => Item).',
    });
    return;
  }
  for (const nested of classesIn(type).filter((one) => metadataOf(one, view.groups).length === 0))
    report({
      code: 'nested-without-rules',
      severity: 'warning',
      place,
      message: `@ValidateNested rejects every object of ${nested.name}, since no validation rule of that class runs here. Decorate its properties, with @Allow() at least.`,
    });
}

function namesObject(told: TransformType): boolean {
  try {
    return told.discriminator === undefined && told.resolve() === Object;
  } catch {
    return false;
  }
}

/** JSON has no dates and no instances of classes, so the rules find none where class-transformer was not told to make one. */
export function checkMade({ target, key, validation, place, report }: Place, transformed: boolean): void {
  if (transformed || transformTypeOf(target, key) !== undefined) return;
  const names = validation.rules.map(({ name }) => name);
  if (names.some((name) => DATE_RULES.has(name)))
    report({
      code: 'date-without-type',
      severity: 'warning',
      place,
      message:
        'A request brings text, and this rule rejects everything but a Date. Add @Type(() => Date), or use @IsDateString().',
    });
  const wanted = validation.rules
    .filter(({ name }) => name === 'isInstance')
    .map(({ constraints }) => constraints[0])
    .find((one) => typeof one === 'function' && !PLAIN.includes(one));
  if (wanted !== undefined)
    report({
      code: 'instance-without-type',
      severity: 'warning',
      place,
      message: `A request brings plain JSON, and @IsInstance rejects everything but an instance of ${(wanted as Constructor).name}. Add @Type(() => ${(wanted as Constructor).name}).`,
    });
}

const DATE_RULES: ReadonlySet<string> = new Set(['isDate', 'minDate', 'maxDate']);
/** What JSON itself has instances of, or what @Type makes none of. */
const PLAIN: readonly unknown[] = [Object, Array, String, Number, Boolean, Symbol, BigInt];

function classesIn(type: TypeRef): Constructor[] {
  const settled = settleIfRight(type);
  if (settled.kind === 'array') return classesIn(settled.items);
  if (settled.kind === 'union') return settled.anyOf.flatMap(classesIn);
  return settled.kind === 'class' ? [settled.target] : [];
}
