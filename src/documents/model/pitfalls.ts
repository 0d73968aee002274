import type { PropertyWalk } from './walk.js';
import { isExposed } from './wire.js';

// What the two libraries do otherwise than the decorators read.

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** class-validator finds a member of `Object.prototype` where it looks for its list of a property's rules. */
export function checkName({ property: { key }, validation, place, report }: PropertyWalk): void {
  if (validation.declaredRules.length === 0 || !INHERITED.has(key)) return;
  report({
    code: 'inherited-property-name',
    place,
    message: `Every object has a "${key}" already, so validate() throws for each object of this class. Call the property something else, and @Expose({ name: '${key}' }).`,
  });
}

/** On the way in class-transformer looks for groups and versions under the wire's name, where a renamed property has none. */
export function checkGroups({ facts, property, view, place, report }: PropertyWalk): void {
  const { key, exposure } = property;
  if (view.direction === 'output' || exposure === undefined) return;
  const { name = key, groups, since, until, toPlainOnly = false } = exposure;
  const isLimited = groups !== undefined || since !== undefined || until !== undefined;
  if (toPlainOnly || !isLimited || name === '' || name === key) return;
  if (facts.properties.get(name)?.exposure !== undefined) return;
  report({
    code: 'groups-of-renamed-property',
    place,
    message: `A request sets "${name}" whatever its groups or version: class-transformer forgets those of a property that @Expose renames. If callers must not set it, leave it out of the class that requests use.`,
  });
}

/** On the way in class-transformer compares what is excluded with the wire's names, and a renamed property has another. */
export function checkExclusion(walk: PropertyWalk, wireName: string | undefined): void {
  const { facts, property, view, place, report } = walk;
  const { key } = property;
  const { excluded } = facts.transformation;
  if (view.direction === 'output' || wireName === undefined || !excluded.input.has(key)) return;
  report({
    code: 'excluded-but-bound',
    place,
    message: `A request sets this excluded property as "${wireName}": class-transformer looks for excluded names among those of the request, and @Expose gives it another. If callers must not set it, leave it out of the class that requests use.`,
  });
}

/** class-transformer passes over a getter of the class itself, and sets one of a base class, which throws. */
export function checkGetter({ facts, property, view, place, report }: PropertyWalk): void {
  const { key, accessor } = property;
  if (view.direction === 'output' || accessor?.get === undefined || accessor.set !== undefined) return;
  if (Object.hasOwn(facts.target.prototype as object, key) || !isExposed(facts, key, view)) return;
  report({
    code: 'inherited-getter',
    place,
    message:
      'class-transformer sets this getter of a base class in every request, which throws. Write @Expose({ toPlainOnly: true }), give it a setter, or repeat it in this class.',
  });
}
