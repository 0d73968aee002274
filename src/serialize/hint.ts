import type { TypeDeclaration } from '../../decorators/type-input.js';
import type { PropertyFacts } from '../model/property-facts.js';
import { resolveLazy } from '../model/lazy-type.js';
import { typeRefOfDeclaration } from '../model/type-ref.js';
import type { TypeRef, UnionDiscriminator } from '../model/types.js';

/** What the decorators of a property say of its value; the elements of a list or map share it. */
export interface Hint {
  /** What `@Type` returned: a class, or `String`, `Number`, …; `undefined` where a discriminator decides. */
  readonly target: unknown;
  readonly discriminator: UnionDiscriminator | undefined;
  /** An instance of none of the discriminated classes is an error, as it is in class-transformer. */
  readonly strict: boolean;
  /** The property is declared as a `Map`: a plain object in its place is a record. */
  readonly record: boolean;
}

/** The hint of a property for the object that holds it: a `@Type` function may look at that object. */
export type HintOf = (object: object) => Hint;

/** The hint of a property; `undefined` if no decorator says anything that a value does not say itself. */
export function hintOf({ type, annotations }: PropertyFacts, transformed: boolean): HintOf | undefined {
  const record = type?.reflected === Map;
  if (type === undefined || (!type.declared && !record)) return hintOfDeclaration(annotations.type);
  if (type.discriminator === undefined) {
    const targetOf = (object: object): unknown => (type.declared ? type.resolve(object) : undefined);
    let last: Hint | undefined;
    return (object) => {
      const target = targetOf(object);
      if (last === undefined || last.target !== target)
        last = { target, discriminator: undefined, strict: false, record };
      return last;
    };
  }
  const { property, subTypes } = type.discriminator;
  const mapping = subTypes.map(({ name, value }) => ({ value: name, target: value }));
  const discriminator = { propertyName: property, mapping };
  // A @Transform may well have made something else of the instance.
  const hint = { target: undefined, discriminator, strict: !transformed, record };
  return () => hint;
}

/** `@OneOf` with a discriminator: the document promises the property that tells the classes apart. */
function hintOfDeclaration(declaration: TypeDeclaration | undefined): HintOf | undefined {
  if (declaration === undefined) return undefined;
  let hint: Hint | undefined;
  // Thunks open when the first value comes, so that circular imports work.
  return () =>
    (hint ??= {
      target: undefined,
      discriminator: discriminatorOf(typeRefOfDeclaration(declaration)),
      strict: false,
      record: false,
    });
}

function discriminatorOf(type: TypeRef): UnionDiscriminator | undefined {
  const settled = resolveLazy(type);
  if (settled.kind === 'array') return discriminatorOf(settled.items);
  if (settled.kind === 'map') return discriminatorOf(settled.values);
  return settled.kind === 'union' ? settled.discriminator : undefined;
}
