import { DtospecError, recogniseAcrossCopies } from '../src/shared/errors.js';

/** A decorator was given something it cannot use. Thrown when the class is defined. */
export class DecoratorError extends DtospecError {
  override readonly name = 'DecoratorError';
  readonly code = 'ERR_DECORATOR';

  constructor(
    /** `@Query`, `@ArrayOf`, … */
    readonly decorator: string,
    /** `Order.items`, or `Order` for the class itself. */
    readonly place: string,
    /** What is wrong, and how to mend it. */
    readonly problem: string,
  ) {
    super(`${place}: ${decorator} ${problem}`);
  }
}

recogniseAcrossCopies({ DecoratorError });

/** `Order.items`, or `Order` where there is no property. */
export function placeOf(target: object, key?: string | symbol): string {
  const owner = typeof target === 'function' ? target.name : target.constructor.name;
  const name = owner === '' ? '(anonymous class)' : owner;
  return key === undefined ? name : `${name}.${String(key)}`;
}
