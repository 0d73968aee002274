import { Equals } from 'class-validator';
import { discriminated, mapOf, oneOf } from '../../../src/documents/model/type/type-functions.js';
import type { Constructor } from '../../../src/shared/types.js';
import type { Form } from './compare-reader.js';

/** A class as one of two, whose objects name it in the property `kind`. */
function named(target: Constructor, kind: string): Constructor {
  const made = { [target.name]: class extends (target as new () => object) {} }[target.name] as Constructor;
  Equals(kind)(made.prototype as object, 'kind');
  return made;
}

class Other {}
Equals(1)(Other.prototype, 'a');

/** The types of a body that have a class inside. */
export const FORMS: Readonly<Record<string, Form>> = {
  'a list': (target) => [target],
  'a map': (target) => mapOf(target),
  'a map of lists': (target) => mapOf([target]),
  'a union': (target) => oneOf(target, Other),
  'a list of a union by a discriminator': (target) => [
    discriminated('kind', { one: named(target, 'one'), other: named(Other, 'other') }),
  ],
  'a union by a discriminator that its classes lack': (target) =>
    discriminated('sort', { one: target, other: Other }),
};
