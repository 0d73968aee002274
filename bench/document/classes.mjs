// The classes of the service as a compiler leaves them: decorators called on a prototype, with `design:type`.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../package.json', import.meta.url));
require('reflect-metadata');
const validator = require('class-validator');
const { Type } = require('class-transformer');

const DESIGN = { string: String, integer: Number, number: Number, boolean: Boolean, array: Array };

/** @param also more decorators of a field, given the classes that there are already */
export function declareClasses(classes, also = () => []) {
  const declared = {};
  for (const { name, fields } of classes) {
    const target = { [name]: class {} }[name];
    for (const field of fields) {
      const decorators = [...validatorsOf(field, declared), ...also(field, declared)];
      Reflect.decorate(decorators, target.prototype, field.name, undefined);
      Reflect.defineMetadata(
        'design:type',
        DESIGN[field.type] ?? declared[field.ref],
        target.prototype,
        field.name,
      );
    }
    declared[name] = target;
  }
  return declared;
}

const RULES = {
  maxLength: validator.MaxLength,
  minLength: validator.MinLength,
  minimum: validator.Min,
  maximum: validator.Max,
  minItems: validator.ArrayMinSize,
  maxItems: validator.ArrayMaxSize,
  pattern: (text) => validator.Matches(new RegExp(text)),
  enum: validator.IsIn,
};
const FORMATS = { email: validator.IsEmail, uuid: validator.IsUUID };
const EACH = {
  string: (options) => validator.IsString(options),
  integer: (options) => validator.IsInt(options),
  number: (options) => validator.IsNumber({}, options),
};
const TYPES = {
  string: () => [validator.IsString()],
  integer: () => [validator.IsInt()],
  number: () => [validator.IsNumber()],
  boolean: () => [validator.IsBoolean()],
  array: ({ items }) => [validator.IsArray(), EACH[items.type]({ each: true })],
};

function validatorsOf(field, declared) {
  const optional = field.required ? [] : [validator.IsOptional()];
  if (field.ref !== undefined)
    return [
      ...optional,
      ...(field.type === 'array' ? [validator.IsArray()] : []),
      validator.ValidateNested({ each: field.type === 'array' }),
      Type(() => declared[field.ref]),
    ];
  const isTold = field.format !== undefined || field.enum !== undefined;
  return [
    ...optional,
    ...(isTold ? [] : TYPES[field.type](field)),
    ...(field.format === undefined ? [] : [FORMATS[field.format]()]),
    ...Object.keys(RULES)
      .filter((keyword) => keyword in field)
      .map((keyword) => RULES[keyword](field[keyword])),
  ];
}
