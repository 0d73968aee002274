import { Allow, ArrayMaxSize, ArrayMinSize } from 'class-validator';
import { Default, Optional, Required } from '../../decorators/annotations.js';
import { TypeOf } from '../../decorators/types.js';
import type { TypeInput } from '../../decorators/type-input.js';
import type { Constructor, JsonValue } from '../shared/types.js';

/** A property of a class that no source has: what several arguments of a handler take of one body. */
export interface MadeProperty {
  readonly key: string;
  readonly type: TypeInput | undefined;
  readonly required: boolean;
  readonly default: JsonValue | undefined;
  /** An empty list is refused. */
  readonly nonEmpty?: boolean;
  /** Longer lists are refused. */
  readonly most?: number | undefined;
}

/**
 * A class of these properties, and of those of `base`: the body that a handler takes in parts.
 *
 * @param name of its component
 */
export function makeClass(
  name: string,
  properties: readonly MadeProperty[],
  base: Constructor | undefined,
): Constructor {
  // oxlint-disable-next-line typescript/no-extraneous-class -- decorators give it its properties
  const made = base === undefined ? class {} : class extends (base as new () => object) {};
  Object.defineProperty(made, 'name', { value: name });
  for (const { key, type = {}, required, default: value, nonEmpty, most } of properties) {
    const { prototype } = made;
    TypeOf(() => type)(prototype, key);
    (required ? Required : Optional)()(prototype, key);
    if (value !== undefined) Default(value)(prototype, key);
    // Beside the rules of a base, a property without any would be taken away.
    if (base !== undefined) Allow()(prototype, key);
    if (nonEmpty === true) ArrayMinSize(1)(prototype, key);
    if (most !== undefined && most > 1) ArrayMaxSize(most)(prototype, key);
  }
  return made;
}
