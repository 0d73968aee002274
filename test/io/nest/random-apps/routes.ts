import * as nest from '@nestjs/common';
import type { Constructor } from '../../../../src/shared/types.js';
import { classFrom } from './classes.js';
import type { Dice } from './dice.js';

enum Color {
  Red = 'red',
  Blue = 'blue',
}
enum Level {
  Low,
  High,
}

/** Options of a random ValidationPipe. */
export function pipeOptions(dice: Dice): nest.ValidationPipeOptions {
  const maybe = <K extends keyof nest.ValidationPipeOptions>(
    key: K,
    probability: number,
    ...values: nest.ValidationPipeOptions[K][]
  ): object => (dice.chance(probability) ? { [key]: dice.one(values) } : {});
  const whitelist = dice.chance(0.5);
  const transformOptions = {
    ...(dice.chance(0.25) && { enableImplicitConversion: true }),
    ...(dice.chance(0.1) && { exposeDefaultValues: true }),
    ...(dice.chance(0.05) && { excludeExtraneousValues: true }),
    ...(dice.chance(0.05) && { exposeUnsetFields: false }),
  };
  return {
    ...(whitelist && { whitelist, ...maybe('forbidNonWhitelisted', 0.5, true) }),
    ...maybe('transform', 0.6, true),
    ...maybe('stopAtFirstError', 0.2, true),
    ...maybe('forbidUnknownValues', 0.1, true),
    ...maybe('skipMissingProperties', 0.1, true),
    ...maybe('skipUndefinedProperties', 0.05, true),
    ...maybe('skipNullProperties', 0.05, true),
    ...maybe('groups', 0.1, ['create'], ['update']),
    ...maybe('strictGroups', 0.1, true),
    ...maybe('always', 0.1, true),
    ...maybe('errorHttpStatusCode', 0.2, 422, 406),
    ...maybe('disableErrorMessages', 0.1, true),
    ...maybe('errorFormat', 0.1, 'grouped'),
    ...maybe('exceptionFactory', 0.1, () => new nest.HttpException({ wrong: true }, 418)),
    ...(Object.keys(transformOptions).length > 0 && { transformOptions }),
  };
}

interface PipeRecipe {
  readonly types: readonly unknown[];
  readonly make: (dice: Dice) => nest.PipeTransform[];
}

const optional = (dice: Dice): object => (dice.chance(0.4) ? { optional: true } : {});
const status = (dice: Dice): object => (dice.chance(0.3) ? { errorHttpStatusCode: 422 } : {});
const withDefault = (dice: Dice, value: unknown): nest.PipeTransform[] =>
  dice.chance(0.3) ? [new nest.DefaultValuePipe(value)] : [];

/** Pipes of named arguments. */
const PIPES: readonly PipeRecipe[] = [
  { types: [String, Object, Number, Boolean], make: () => [] },
  {
    types: [Number],
    make: (dice) => [...withDefault(dice, 3), new nest.ParseIntPipe({ ...optional(dice), ...status(dice) })],
  },
  {
    types: [Number],
    make: (dice) => [...withDefault(dice, 1.5), new nest.ParseFloatPipe({ ...optional(dice) })],
  },
  {
    types: [Boolean],
    make: (dice) => [...withDefault(dice, false), new nest.ParseBoolPipe({ ...optional(dice) })],
  },
  {
    types: [String],
    make: (dice) => [
      ...withDefault(dice, '4b5d1c1e-6a0b-4c5e-9b1a-0123456789ab'),
      new nest.ParseUUIDPipe({ ...optional(dice), ...(dice.chance(0.5) && { version: '4' }) }),
    ],
  },
  { types: [String, Object], make: (dice) => [new nest.ParseEnumPipe(Color, optional(dice))] },
  { types: [Number, Object, String], make: (dice) => [new nest.ParseEnumPipe(Level, optional(dice))] },
  { types: [Date], make: (dice) => [new nest.ParseDatePipe({ ...optional(dice), ...status(dice) })] },
  {
    types: [Array],
    make: (dice) => [
      new nest.ParseArrayPipe({
        ...optional(dice),
        ...(dice.chance(0.7) && { items: dice.one([String, Number, Boolean]) }),
        ...(dice.chance(0.3) && { stopAtFirstError: false }),
      }),
    ],
  },
  { types: [String], make: () => [new nest.DefaultValuePipe('preset')] },
  { types: [Number], make: () => [new nest.DefaultValuePipe(7)] },
];

type Kind = 'body' | 'parts' | 'list' | 'query' | 'names' | 'path';

/** Adds a handler with random arguments to the prototype of a controller. Returns its name. */
export function addHandler(target: Constructor, number: number, dice: Dice): string {
  const name = `handler${number}`;
  const prototype = target.prototype as Record<string, unknown>;
  prototype[name] = (): string => 'ran';
  const types: unknown[] = [];
  const take = (type: unknown, decorator: ParameterDecorator): void => {
    decorator(prototype, name, types.length);
    types.push(type);
  };
  const kind = dice.one<Kind>(['body', 'body', 'parts', 'list', 'query', 'names', 'path']);
  const isBody = kind === 'body' || kind === 'parts' || kind === 'list';
  ARGUMENTS[kind](dice, take);
  Reflect.defineMetadata('design:paramtypes', types, prototype, name);
  Reflect.defineMetadata('design:returntype', String, prototype, name);
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!;
  const path = `r${number}${kind === 'path' ? '/:id' : ''}`;
  (isBody ? nest.Post : nest.Get)(path)(prototype, name, descriptor);
  nest.HttpCode(200)(prototype, name, descriptor);
  return name;
}

type Take = (type: unknown, decorator: ParameterDecorator) => void;

const ARGUMENTS: Readonly<Record<Kind, (dice: Dice, take: Take) => void>> = {
  body: (dice, take) => {
    take(classFrom(dice), nest.Body());
  },
  query: (dice, take) => {
    take(classFrom(dice, true), nest.Query());
  },
  list: (dice, take) => {
    const items = dice.one<unknown>([classFrom(dice), classFrom(dice), String, Number]);
    const options = { items, ...(dice.chance(0.5) && pipeOptions(dice)), ...optional(dice) };
    take(Array, nest.Body(new nest.ParseArrayPipe(options as nest.ParseArrayOptions)));
  },
  parts: (dice, take) => {
    for (const key of ['one', 'two']) {
      if (dice.chance(0.3)) take(classFrom(dice), nest.Body(key));
      else takePiped(dice, (pipes) => nest.Body(key, ...pipes), take);
    }
  },
  names: (dice, take) => {
    for (const key of ['one', 'two']) takePiped(dice, (pipes) => nest.Query(key, ...pipes), take);
  },
  path: (dice, take) => {
    takePiped(dice, (pipes) => nest.Param('id', ...pipes), take);
  },
};

function takePiped(
  dice: Dice,
  decorator: (pipes: readonly nest.PipeTransform[]) => ParameterDecorator,
  take: Take,
): void {
  const { types, make } = dice.one(PIPES);
  take(dice.one(types), decorator(make(dice)));
}
