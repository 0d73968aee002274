import { asRecorded } from '../../documents/model/type-ref.js';
import { type Enhancer, enhancersIn, globalEnhancers, ownEnhancers } from '../enhancers.js';
import { type ArgumentKind, ARGUMENTS, KEYS, metadata, type NestInside } from '../nest.js';
import type { Handler } from '../routes.js';

export interface Argument {
  readonly kind: ArgumentKind;
  /** The name, as in `@Query('page')`; undefined if the argument is the whole object. */
  readonly name: string | undefined;
  readonly type: unknown;
  /** The Standard Schema of `@Body({ schema })` in Nest 12, which a StandardSchemaValidationPipe uses. */
  readonly schema: unknown;
  readonly pipes: readonly Enhancer[];
}

interface Recorded {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes?: readonly unknown[];
  readonly schema?: unknown;
}

const PIPED: ReadonlySet<ArgumentKind> = new Set([
  'body',
  'query',
  'path',
  'file',
  'files',
  'rawBody',
  'cookie',
  'custom',
]);

export function createArgumentReader(inside: NestInside): (handler: Handler) => readonly Argument[] {
  const everywhere = globalEnhancers('pipe', inside);
  return (handler) => {
    const { controller, prototype, methodName, module } = handler;
    const recorded = (metadata(KEYS.arguments, controller, methodName) ?? {}) as Record<string, Recorded>;
    const types = metadata(KEYS.parameterTypes, prototype, methodName);
    const before = [...everywhere, ...ownEnhancers('pipe', handler)];
    return Object.entries(recorded)
      .map(([key, recorded]) => ({ kind: kindOf(key), ...recorded }))
      .filter((one) => one.kind !== undefined)
      .sort((a, b) => a.index - b.index)
      .map(({ kind = 'custom', index, data, pipes, schema }) => ({
        kind,
        name: typeof data === 'string' && data !== '' ? data : undefined,
        schema,
        type: Array.isArray(types) ? asRecorded((types as unknown[])[index]) : undefined,
        pipes: PIPED.has(kind) ? [...before, ...enhancersIn(pipes, module)] : [],
      }));
  };
}

/**
 * Returns the kind of an argument. Keys are `3:0` (kind and index); those of `createParamDecorator` contain a constant
 * of Nest.
 */
function kindOf(key: string): ArgumentKind | undefined {
  return key.includes(KEYS.customArgument) ? 'custom' : ARGUMENTS[key.split(':')[0] ?? ''];
}
