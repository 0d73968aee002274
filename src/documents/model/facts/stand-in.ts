import type { ClassAnnotations, ExampleEntry } from '../../../../decorators/record.js';
import type { Constructor } from '../../../shared/types.js';
import { StandsFor } from '../foreign-schema.js';
import type { CommentTexts, TypeFact } from './facts-file.js';
import { type ClassOfKey, declarationOf } from './type-of-fact.js';

/**
 * Creates a class for a type that has none in this process: an interface, an enum, or an instance of a
 * generic class, which extends that class.
 */
export function standIn(fact: TypeFact, base: Constructor | undefined, classOf: ClassOfKey): Constructor {
  const { name, enum: members, schema } = fact;
  const target = class extends ((base ?? Object) as Constructor<object>) {} as Constructor;
  Object.defineProperty(target, 'name', { value: name });
  if (members !== undefined) StandsFor({ form: 'enum', members, name: undefined })(target);
  const type = schema && declarationOf(schema, classOf);
  if (type !== undefined) StandsFor(type)(target);
  return target;
}

/** Returns the annotations of a comment. */
export function textAnnotations({ description, deprecated, examples = [] }: CommentTexts): ClassAnnotations {
  return {
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    ...(examples.length > 0 && { examples: examples.map((value): ExampleEntry => ({ value })) }),
  };
}
