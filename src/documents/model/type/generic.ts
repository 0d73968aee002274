import type { TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../shared/types.js';
import { isClass, isText, show, isConstructor } from '../../../shared/values.js';
import { classAnnotationsOf } from '../annotations.js';
import { componentName } from '../class-facts.js';
import { resolveLazy, TypeInputError } from './type-input-error.js';
import { typeRefOf } from './type-ref.js';
import type { TypeRef } from '../types.js';

/**
 * Makes a generic class: a function from types to a class.
 * Equal types give the same class, which is named after them.
 *
 * @param name begins the component's name: `PageOf` gives `PageOfUser`
 * @param factory returns a new class, whose decorators refer to its arguments
 * @throws ConfigError for an invalid name or factory; when called, if the factory returns no class
 * @example
 * const PageOf = generic('PageOf', <T>(item: Constructor<T>) => {
 *   class Page { … } // whose decorators refer to `item`
 *   return Page;
 * });
 * docs.add({ method: 'GET', path: '/users', responses: { 200: response('Users', PageOf(User)) } });
 */
export function generic<F extends (...items: never[]) => Constructor>(name: string, factory: F): F {
  requireFactory(name, factory);
  const products = new Map<string, Constructor>();
  const memoized = (...items: TypeInput[]): Constructor => {
    const types = items.map((item) => typeRefOf(item));
    const key = types.map(identityOf).join();
    const known = products.get(key);
    if (known !== undefined) return known;
    const target = factory(...(items as never[]));
    requireProduct(name, target);
    // Each list of types gives a class of its own, named after the types.
    Object.defineProperty(target, 'name', { value: name + types.map(argumentName).join('') });
    products.set(key, target);
    return target;
  };
  return memoized as unknown as F;
}

function requireFactory(name: unknown, factory: unknown): void {
  if (!isText(name))
    throw new TypeInputError(
      `generic(name, factory) needs a name, as in generic('PageOf', factory), not ${show(name)}.`,
      'The names of its components begin with it.',
    );
  if (typeof factory !== 'function' || isClass(factory))
    throw new TypeInputError(
      `generic(${show(name)}, factory) needs a function that returns a class, not ${show(factory)}.`,
      'Write (item) => { class Page { … } return Page; }.',
    );
}

function requireProduct(name: string, target: unknown): void {
  if (!isConstructor(target))
    throw new TypeInputError(
      `${name}'s factory returned ${show(target)}.`,
      'Return the class at its end, as in return Page.',
    );
}

const ids = new WeakMap<object, number>();
let lastId = 0;

/** Returns a key that is equal for equal types: `arrayOf(User)` creates a new object each time. */
function identityOf(type: TypeRef): string {
  const resolved = resolveLazy(type);
  switch (resolved.kind) {
    case 'registered':
      return `class ${idOf(resolved.target)}`;
    case 'class':
      return `class ${idOf(resolved.target)}`;
    case 'array':
      return `${resolved.unique ? 'set' : 'array'}(${identityOf(resolved.items)})`;
    case 'map':
      return `map(${identityOf(resolved.values)})`;
    case 'tuple':
      return `tuple(${resolved.items.map(identityOf).join()})`;
    case 'union':
      return `union(${resolved.anyOf.map(identityOf).join()} ${JSON.stringify(resolved.discriminator)})`;
    case 'enum':
      return `enum(${JSON.stringify(resolved)})`;
    case 'raw':
      return `raw(${JSON.stringify(resolved.schema)})`;
    default:
      return resolved.kind;
  }
}

function idOf(target: object): number {
  const known = ids.get(target);
  if (known !== undefined) return known;
  lastId += 1;
  ids.set(target, lastId);
  return lastId;
}

function argumentName(type: TypeRef): string {
  const resolved = resolveLazy(type);
  switch (resolved.kind) {
    case 'registered':
      return componentName(resolved.target.name);
    case 'class':
      return classAnnotationsOf(resolved.target).name ?? componentName(resolved.target.name);
    case 'array':
      return `${argumentName(resolved.items)}Array`;
    case 'map':
      return `${argumentName(resolved.values)}Map`;
    case 'union':
      return resolved.anyOf.map(argumentName).join('Or');
    case 'enum':
      return resolved.name ?? 'Enum';
    case 'raw':
      return capitalized(typeof resolved.schema.type === 'string' ? resolved.schema.type : resolved.kind);
    default:
      return capitalized(resolved.kind);
  }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
