import { isOtherDirection } from './api-property/presence.js';
import { isExposed } from './class-transformer/exposure.js';
import type { PropertyContext } from './context.js';

/** Reports a decorated getter that class-transformer does not send, since it has no `@Expose`. */
export function checkUnsentGetter(context: PropertyContext): void {
  const { facts, property, view, place, report } = context;
  const { key, accessor, annotations } = property;
  if (accessor?.get === undefined || annotations.hidden === true || isExposed(facts, key, view)) return;
  const isMeant = facts.transformation.excluded.output.has(key) || isOtherDirection(property, view.direction);
  if (isMeant) return;
  report({
    code: 'getter-not-sent',
    place,
    message: isPromise(context) ? PROMISE : UNEXPOSED,
  });
}

const UNEXPOSED =
  'This getter is neither documented nor sent, because class-transformer sends getters with @Expose() ' +
  'only. Add @Expose(), or @Hidden() if it is for validation.';

const PROMISE =
  'Its value is a promise, as of a lazy relation of TypeORM, and responses do not wait for it. ' +
  'Return objects of a class with the value that you have awaited, or add @Hidden() to leave it out.';

/** Reports a promise that a response sends as `{}`. */
export function checkPromise(context: PropertyContext): void {
  const { conversion, place, report } = context;
  if (!conversion.transformed && isPromise(context))
    report({ code: 'getter-not-sent', place, message: PROMISE });
}

/** Reports a getter whose promise class-validator takes for an object without rules. */
export function checkUnvalidatedPromise({
  facts,
  running,
  property,
  initial,
  place,
  report,
}: PropertyContext): void {
  if (running.nested === 'none' || !(initial.values[property.key] instanceof Promise)) return;
  report({
    code: 'left-out-but-required',
    place,
    message:
      'Its value is a promise, as of a lazy relation of TypeORM, which @ValidateNested() rejects, so no ' +
      `request passes. Leave it out of the class that requests use: OmitType(${facts.name}, ['${property.key}']).`,
  });
}

function isPromise({ property, initial }: PropertyContext): boolean {
  return property.design === Promise || initial.values[property.key] instanceof Promise;
}
