import type { Report } from '../diagnostic.js';
import { exposureOf, isExposed } from './class-transformer.js';
import type { Validation } from './class-validator.js';
import type { Constructor, View } from './types.js';
import { descriptorOf } from './wire.js';

// What the two libraries do otherwise than the decorators read.

interface Place {
  readonly target: Constructor;
  readonly key: string;
  readonly view: View;
  readonly validation: Validation;
  readonly place: string;
  readonly report: Report;
}

/** class-validator finds a member of `Object.prototype` where it looks for its list of a property's rules. */
export function checkName({ key, validation, place, report }: Place): void {
  if (!(key in Object.prototype) || validation.declaredRules.length === 0) return;
  report({
    code: 'inherited-property-name',
    severity: 'warning',
    place,
    message: `Every object has a "${key}" already, so validate() throws for each object of this class. Call the property something else, and @Expose({ name: '${key}' }).`,
  });
}

/** On the way in class-transformer looks for groups and versions under the wire's name, where a renamed property has none. */
export function checkGroups({ target, key, view, place, report }: Place): void {
  const { name = key, groups, since, until, toPlainOnly = false } = exposureOf(target, key) ?? {};
  const isLimited = groups !== undefined || since !== undefined || until !== undefined;
  if (view.direction === 'output' || toPlainOnly || !isLimited || name === '' || name === key) return;
  if (exposureOf(target, name) !== undefined) return;
  report({
    code: 'groups-of-renamed-property',
    severity: 'warning',
    place,
    message: `A request sets "${name}" whatever its groups or version: class-transformer forgets those of a property that @Expose renames. If callers must not set it, leave it out of the class that requests use.`,
  });
}

/** class-transformer passes over a getter of the class itself, and sets one of a base class, which throws. */
export function checkGetter({ target, key, view, place, report }: Place): void {
  const isOwn = Object.hasOwn(target.prototype as object, key);
  if (view.direction === 'output' || isOwn || !isExposed(target, key, 'input')) return;
  const descriptor = descriptorOf(target, key);
  if (descriptor?.get === undefined || descriptor.set !== undefined) return;
  report({
    code: 'inherited-getter',
    severity: 'warning',
    place,
    message:
      'class-transformer sets this getter of a base class in every request, which throws. Write @Expose({ toPlainOnly: true }), give it a setter, or repeat it in this class.',
  });
}
