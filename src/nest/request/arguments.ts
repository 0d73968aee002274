import { asRecorded } from '../../documents/model/type-ref.js';
import { enhancersIn, globalEnhancers, ownEnhancers } from '../enhancers.js';
import { type ArgumentKind, ARGUMENTS, KEYS, metadata, type NestInside } from '../nest.js';
import type { Handler } from '../routes.js';
import { isDto } from '../types.js';
import type { Constructor } from '../../shared/types.js';
import { applyPipes, type Piped } from './pipes.js';
import { type PipeValidation, validationOf } from './validation.js';

export interface Argument {
  readonly kind: ArgumentKind;
  /** The name, as in `@Query('page')`; undefined if the argument is the whole object. */
  readonly name: string | undefined;
  readonly type: unknown;
  /** The Standard Schema of `@Body({ schema })` in Nest 12, which a StandardSchemaValidationPipe uses. */
  readonly schema: unknown;
  readonly piped: Piped;
  readonly validation: PipeValidation | undefined;
  /** The class that is validated, or that the handler takes. */
  readonly dto: Constructor | undefined;
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
      .map(({ kind = 'custom', index, data, pipes: own, schema }): Argument => {
        const type = Array.isArray(types) ? asRecorded((types as unknown[])[index]) : undefined;
        const pipes = PIPED.has(kind) ? [...before, ...enhancersIn(own, module)] : [];
        const validation = validationOf(pipes);
        const validated = validation?.expectedType ?? type;
        return {
          ...{ kind, name: typeof data === 'string' && data !== '' ? data : undefined, type, schema },
          ...{ piped: applyPipes({ type, schema }, pipes), validation },
          dto: isDto(validated) ? validated : undefined,
        };
      });
  };
}

/**
 * Returns the kind of an argument. Keys are `3:0` (kind and index); those of `createParamDecorator` contain a constant
 * of Nest.
 */
function kindOf(key: string): ArgumentKind | undefined {
  return key.includes(KEYS.customArgument) ? 'custom' : ARGUMENTS[key.split(':')[0] ?? ''];
}
