import { asRecorded } from '../../documents/model/type/design-type.js';
import { type Enhancer, enhancersIn, globalEnhancers, ownEnhancers } from '../enhancers.js';
import { type ArgumentKind, ARGUMENTS, KEYS, metadata, type NestInside } from '../nest-internals.js';
import type { Handler } from '../routes.js';
import { isDto, isPlain, schemaOfDesign, schemaOfPiped, withSchema } from '../recorded-types.js';
import { coerceExample } from '../../documents/schema/annotate.js';
import { NO_REFERENCES } from '../../documents/schema/references.js';
import type { Parameter } from '../../documents/openapi/types/parts.js';
import type { TypeInput } from '../../../decorators/type-input.js';
import { ALL_RULES, hasRunningRules } from '../../documents/model/class-validator/metadata.js';
import { standardSchemaOf } from '../../documents/model/foreign-schema.js';
import type { Constructor } from '../../shared/types.js';
import { applyPipes, isUnread, type Piped } from './pipes.js';
import { type PipeValidation, validationOf } from './validation.js';

export interface Argument {
  /** Where the argument comes from. */
  readonly kind: ArgumentKind;
  /** The name in the decorator, as in `@Query(name)`; undefined for the whole. */
  readonly name: string | undefined;
  /**
   * The type that the compiler recorded; undefined if a pipe
   * of the application makes the value of what is sent.
   */
  readonly type: unknown;
  /** The Standard Schema of `@Body({ schema })` in Nest 12, which a StandardSchemaValidationPipe uses. */
  readonly schema: unknown;
  /** Requirements and defaults of the pipes. */
  readonly piped: Piped;
  /** The options of the ValidationPipe that validates it. */
  readonly validation: PipeValidation | undefined;
  /** The class of the value, if it is one with properties. */
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
      .filter((argument) => argument.kind !== undefined)
      .sort((a, b) => a.index - b.index)
      .map(({ kind = 'custom', index, data, pipes: own, schema }): Argument => {
        const type = Array.isArray(types) ? asRecorded((types as unknown[])[index]) : undefined;
        const ownPipes = enhancersIn(own, module);
        const pipes = PIPED.has(kind) ? [...before, ...ownPipes] : [];
        const validation = validationOf(pipes);
        const name = typeof data === 'string' && data !== '' ? data : undefined;
        const isMade = name !== undefined && isMadeByPipe({ kind, type, before, own: ownPipes });
        const sent = isMade ? undefined : type;
        const validated = isMade ? undefined : (validation?.expectedType ?? type);
        return {
          kind,
          name,
          type: sent,
          schema,
          piped: applyPipes({ type, schema }, pipes),
          validation,
          dto: isDto(validated) ? validated : undefined,
        };
      });
  };
}

interface NamedArgument {
  readonly kind: ArgumentKind;
  readonly type: unknown;
  /** Pipes of the application, the controller and the route. */
  readonly before: readonly Enhancer[];
  /** Pipes of the argument itself. */
  readonly own: readonly Enhancer[];
}

/**
 * Returns whether a pipe of the application makes the value of a named argument, as in `@Param('id',
 * UserById)`. Then the type of the argument does not describe what is sent, unless a ValidationPipe has
 * checked it by then.
 */
function isMadeByPipe({ kind, type, before, own }: NamedArgument): boolean {
  // A segment of a path is text.
  if (kind === 'path' && isDto(type)) return true;
  const first = own.findIndex(isUnread);
  if (first < 0 || (isDto(type) && standardSchemaOf(type) !== undefined)) return false;
  const isValidated = validationOf([...before, ...own.slice(0, first)]) !== undefined;
  return !(isValidated && isDto(type) && hasRunningRules(type, ALL_RULES));
}

/**
 * Returns the kind of an argument. Keys are `3:0` (kind and index); those of `createParamDecorator` contain a
 * constant of Nest.
 */
function kindOf(key: string): ArgumentKind | undefined {
  return key.includes(KEYS.customArgument) ? 'custom' : ARGUMENTS[key.split(':')[0] ?? ''];
}

type Place = Parameter['in'];

const STYLES: Readonly<Record<string, Pick<Parameter, 'style' | 'explode'>>> = {
  ',': { style: 'form', explode: false },
  '|': { style: 'pipeDelimited', explode: false },
  ' ': { style: 'spaceDelimited', explode: false },
};

export function createParameter(argument: Argument, name: string): Parameter {
  const { piped } = argument;
  const place = argument.kind as Place;
  const type = typeOf(argument);
  const isList = piped.separator !== undefined;
  const style = place === 'query' && isList ? STYLES[piped.separator] : undefined;
  // Lists in a path or header are separated by commas only; OpenAPI has three styles for a query.
  const isText = isList && (place === 'query' ? style === undefined : piped.separator !== ',');
  return {
    name,
    in: place,
    required: place === 'path' || piped.required,
    schema: isText ? { type: 'string' } : withDefault(type, piped),
    ...style,
  };
}

function typeOf({ type, kind, piped }: Argument): TypeInput {
  if (piped.type !== undefined) return withSchema(piped.type);
  if (isDto(type)) return type;
  const schema = schemaOfDesign(type) ?? { type: 'string' };
  // Values are text. A query may contain a parameter several times; a path or a header contains one text.
  if (schema.type === 'array')
    return kind === 'query' ? { ...schema, items: { type: 'string' } } : { type: 'string' };
  return schema;
}

function withDefault(type: TypeInput, { default: value }: Piped): TypeInput {
  if (value === undefined || !isPlain(type)) return type;
  return { ...type, default: coerceExample(value, type, NO_REFERENCES) };
}

export function createSchemaParameters({ kind, schema, piped }: Argument): Parameter[] {
  if (schema === undefined || piped.type === undefined) return [];
  return (schemaOfPiped(schema)?.properties ?? []).map((property) => ({
    ...property,
    in: kind as Place,
    required: kind === 'path' || property.required,
  }));
}
