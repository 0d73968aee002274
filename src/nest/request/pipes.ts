import type { Constructor, JsonValue } from '../../shared/types.js';
import type { TypeInput } from '../../../decorators/type-input.js';
import type { Argument } from './arguments.js';
import { type Enhancer, isA } from '../enhancers.js';
import { nestClass } from '../nest.js';
import { jsonSchemaOfStandard, refusesNothing } from '../types.js';

/** What is known of the values that an argument takes, after some of its pipes. */
export interface Piped {
  /** Undefined: what the compiler recorded. */
  readonly type: TypeInput | undefined;
  /** Its absence is refused. */
  readonly required: boolean;
  /** Its absence means this. */
  readonly default: JsonValue | undefined;
  /** A pipe before has put something in place of nothing. */
  readonly filled: boolean;
  /** Between the items of a list in one text. */
  readonly separator: string | undefined;
  /** Statuses of refusals. */
  readonly statuses: readonly number[];
  /** A ValidationPipe has converted the text to the recorded type. */
  readonly converted: unknown;
  /** Pipes of the application, of which nobody knows what they refuse. */
  readonly unread: readonly string[];
}

/** The name of a pipe whose factory asks for providers, so that its class is unknown. */
export const FACTORY_PIPE = 'a pipe that a factory makes';

const UNTYPED: Given = { type: undefined, schema: undefined };

const NOTHING: Piped = {
  type: undefined,
  required: false,
  default: undefined,
  filled: false,
  separator: undefined,
  statuses: [],
  converted: undefined,
  unread: [],
};

/** The fields of Nest's pipes, private there. */
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

/** `type` is what the compiler recorded. */
type Given = Pick<Argument, 'type' | 'schema'>;

/** What Nest's pipes make of an argument. */
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
    ...parsed(({ options }) => [options?.items ?? {}] as const)(pipe, before, UNTYPED),
    separator: pipe.options?.separator ?? ',',
  }),
  DefaultValuePipe: ({ defaultValue }, before) =>
    before.filled || defaultValue == null ? {} : { filled: true, default: jsonOf(defaultValue) },
  ParseFilePipe: ({ fileIsRequired, exceptionFactory }, { statuses }) => ({
    required: fileIsRequired ?? true,
    statuses: [...statuses, statusOf(exceptionFactory)],
  }),
  StandardSchemaValidationPipe: ({ exceptionFactory }, { statuses }, { schema }) =>
    schema === undefined
      ? {}
      : {
          type: jsonSchemaOfStandard(schema) ?? {},
          required: refusesNothing(schema),
          statuses: [...statuses, statusOf(exceptionFactory, [])],
        },
};

/** By the class of a pipe, which has many uses; undefined for one of the application's. */
const effects = new WeakMap<Constructor, Effect | undefined>();

function effectOf(pipe: Enhancer): Effect | undefined {
  const { type } = pipe;
  if (type !== undefined && effects.has(type)) return effects.get(type);
  const [, effect] = Object.entries(EFFECTS).find(([name]) => isA(pipe, nestClass(name))) ?? [];
  if (type !== undefined) effects.set(type, effect);
  return effect;
}

const known = new WeakMap<Argument, Piped>();

/** What all pipes of an argument make of it, in their order. */
export function applyPipes(argument: Argument): Piped {
  let piped = known.get(argument);
  if (piped === undefined) known.set(argument, (piped = apply(argument)));
  return piped;
}

function apply(argument: Argument): Piped {
  return argument.pipes.reduce<Piped>((before, pipe) => {
    const effect = effectOf(pipe);
    if (effect !== undefined) return { ...before, ...effect(pipe.make() ?? {}, before, argument) };
    return { ...before, unread: [...before.unread, pipe.type?.name ?? FACTORY_PIPE] };
  }, NOTHING);
}

/** A pipe that refuses what it cannot read, and absence unless told. */
function parsed(typeOf: (pipe: PipeFields, before: Piped) => TypeInput): Effect {
  return (pipe, before) => ({
    type: typeOf(pipe, before),
    required: !before.filled && pipe.options?.optional !== true,
    statuses: [...before.statuses, pipe.options?.errorHttpStatusCode ?? statusOf(pipe.exceptionFactory)],
  });
}

/** With the digit that tells the version, where one is asked for. */
function uuidSchema(version: unknown): TypeInput {
  const isKnown = /^[1-8]$/.test(String(version));
  const pattern = `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${String(version)}`;
  return { type: 'string', format: 'uuid', ...(isKnown && { pattern }) };
}

/** Which texts pass is asked of the pipe: of numeric enums its versions take now the names, now the numbers. */
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

/** Not every version keeps the status elsewhere than in the errors that it makes. */
function statusOf(factory: PipeFields['exceptionFactory'], error: string | readonly unknown[] = ''): number {
  if (factory === undefined) return 400;
  const before = statuses.get(factory);
  if (before !== undefined) return before;
  const status = askStatus(factory, error);
  statuses.set(factory, status);
  return status;
}

const statuses = new WeakMap<object, number>();

function askStatus(
  factory: NonNullable<PipeFields['exceptionFactory']>,
  given: string | readonly unknown[],
): number {
  try {
    const error = factory(given) as { getStatus?(): unknown } | undefined;
    const status = error?.getStatus?.();
    return typeof status === 'number' ? status : 400;
  } catch {
    return 400;
  }
}
