import type { JsonValue } from '../../shared/types.js';
import { ANY_VALUE, type TypeInput } from '../../../decorators/type-input.js';
import { type Enhancer, isA, enhancerName } from '../enhancers.js';
import { nestClass } from '../nest-internals.js';
import { type Rejection, rejectionOf } from '../error-responses.js';
import { refusesNothing, schemaOfPiped } from '../recorded-types.js';

export interface Piped {
  /** The type that the pipes require; undefined if they require none. */
  readonly type: TypeInput | undefined;
  /** True if a pipe rejects a missing value. */
  readonly required: boolean;
  /** The value that a pipe sets if JSON can represent it. */
  readonly default: JsonValue | undefined;
  /** True if a pipe sets a missing value. */
  readonly filled: boolean;
  /** The text between the items of a list that a pipe splits. */
  readonly separator: string | undefined;
  /** The responses to rejected values. */
  readonly rejections: readonly Rejection[];
  /** The type to which Nest's ValidationPipe converts text. */
  readonly converted: unknown;
  /** Names of pipes whose effect is unknown. */
  readonly unread: readonly string[];
}

export const FACTORY_PIPE = 'a pipe that a factory makes';

const UNTYPED: Given = { type: undefined, schema: undefined };

const NOTHING: Piped = {
  type: undefined,
  required: false,
  default: undefined,
  filled: false,
  separator: undefined,
  rejections: [],
  converted: undefined,
  unread: [],
};

interface PipeFields {
  readonly options?: {
    readonly optional?: boolean;
    readonly errorHttpStatusCode?: number;
    readonly items?: TypeInput;
    readonly separator?: string;
    readonly default?: () => unknown;
  };
  readonly version?: string;
  readonly enumType?: Readonly<Record<string, unknown>>;
  readonly defaultValue?: unknown;
  readonly fileIsRequired?: boolean;
  readonly exceptionFactory?: (error: string | readonly unknown[]) => unknown;
  isEnum?(value: unknown): boolean;
  readonly isTransformEnabled?: boolean;
}

type Effect = (pipe: PipeFields, before: Piped, argument: Given) => Partial<Piped>;

interface Given {
  /** The recorded type of the argument. */
  readonly type: unknown;
  readonly schema: unknown;
}

const EFFECTS: Readonly<Record<string, Effect>> = {
  ParseIntPipe: parsed(() => ({ type: 'integer' })),
  ParseFloatPipe: parsed(() => ({ type: 'number' })),
  ParseBoolPipe: parsed(() => ({ type: 'boolean' })),
  ParseUUIDPipe: parsed(({ version }) => uuidSchema(version)),
  ParseEnumPipe: parsed(enumSchema),
  ValidationPipe: ({ isTransformEnabled }, _, { type }) =>
    isTransformEnabled === true ? { converted: type } : {},
  ParseDatePipe: (pipe, before) => ({
    ...parsed(() => ({ type: 'string', format: 'date-time' }))(pipe, before, UNTYPED),
    ...(pipe.options?.default !== undefined && { required: false, filled: true }),
  }),
  ParseArrayPipe: (pipe, before) => ({
    ...parsed(({ options }) => [options?.items ?? ANY_VALUE] as const)(pipe, before, UNTYPED),
    separator: pipe.options?.separator ?? ',',
  }),
  DefaultValuePipe: ({ defaultValue }, before) =>
    before.filled || defaultValue == null ? {} : { filled: true, default: jsonOf(defaultValue) },
  ParseFilePipe: ({ fileIsRequired, exceptionFactory }, { rejections }) => ({
    required: fileIsRequired ?? true,
    rejections: [...rejections, rejectionOf(exceptionFactory, '')],
  }),
  StandardSchemaValidationPipe: ({ exceptionFactory }, { rejections }, { schema }) =>
    schema === undefined
      ? {}
      : {
          type: schemaOfPiped(schema)?.type ?? ANY_VALUE,
          required: refusesNothing(schema),
          rejections: [...rejections, rejectionOf(exceptionFactory, [])],
        },
};

export function applyPipes(argument: Given, pipes: readonly Enhancer[]): Piped {
  return pipes.reduce<Piped>((before, pipe) => {
    const effect = effectOf(pipe);
    if (effect !== undefined) return { ...before, ...effect(pipe.make() ?? {}, before, argument) };
    return { ...before, unread: [...before.unread, enhancerName(pipe) ?? FACTORY_PIPE] };
  }, NOTHING);
}

/** Returns whether the effect of a pipe is unknown: it belongs to the application. */
export function isUnread(pipe: Enhancer): boolean {
  return effectOf(pipe) === undefined;
}

function effectOf(pipe: Enhancer): Effect | undefined {
  return Object.entries(EFFECTS).find(([name]) => isA(pipe, nestClass(name)))?.[1];
}

function parsed(typeOf: (pipe: PipeFields, before: Piped) => TypeInput): Effect {
  return (pipe, before) => ({
    type: typeOf(pipe, before),
    required: !before.filled && pipe.options?.optional !== true,
    rejections: [
      ...before.rejections,
      rejectionOf(pipe.exceptionFactory, '', pipe.options?.errorHttpStatusCode),
    ],
  });
}

function uuidSchema(version: unknown): TypeInput {
  const isKnown = /^[1-8]$/.test(String(version));
  const pattern = `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${String(version)}`;
  return { type: 'string', format: 'uuid', ...(isKnown && { pattern }) };
}

/**
 * Returns the schema of the texts that the pipe accepts. It calls the pipe, since versions of Nest differ in
 * numeric enums: names or numbers.
 */
function enumSchema(pipe: PipeFields, { converted }: Piped): TypeInput {
  const { enumType = {} } = pipe;
  const texts = [...new Set([...Object.keys(enumType), ...Object.values(enumType)].map(String))];
  const arrives = (text: string): unknown => (converted === Number ? Number(text) : text);
  const taken = texts.filter(
    (text) => pipe.isEnum?.(arrives(text)) ?? Object.values(enumType).includes(text),
  );
  const numbers = taken.map(Number);
  return taken.length > 0 && numbers.every((value, index) => String(value) === taken[index])
    ? { type: 'number', enum: numbers }
    : { type: 'string', enum: taken };
}

function jsonOf(value: unknown): JsonValue | undefined {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}
