import type { ClassAnnotations, ExampleEntry } from '../../../../decorators/record.js';
import { classOnly } from '../../../../decorators/store.js';
import type { TypeDeclaration } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../shared/types.js';
import type { CommentTexts, TypeFact } from './facts-file.js';
import { type ClassOfKey, declarationOf } from './type-of-fact.js';

const StandsFor = classOnly('StandsFor', (_place, type: TypeDeclaration) => ({ type }));

/**
 * Creates a class for a type that has none in this process: an interface, an enum, or an instance of a generic class,
 * which extends that class.
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

/**
 * Returns the annotations of a comment.
 *
 * @param kind `object` takes only examples that are objects: the comments of classes have examples of code
 */
export function textAnnotations(
  { description, deprecated, examples = [] }: CommentTexts,
  kind: 'object' | 'any' = 'any',
): ClassAnnotations {
  const values = examples.filter((value) => kind === 'any' || typeof value === 'object');
  return {
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    ...(values.length > 0 && { examples: values.map((value): ExampleEntry => ({ value })) }),
  };
}
