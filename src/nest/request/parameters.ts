import { coerceExample } from '../../documents/schema/annotate.js';
import { NO_REFERENCES } from '../../documents/schema/references.js';
import type { Parameter } from '../../documents/openapi/types/parts.js';
import type { Argument } from './arguments.js';
import type { Piped } from './pipes.js';
import { isDto, isPlain, schemaOfDesign, schemaOfPiped, withSchema } from '../types.js';
import type { TypeInput } from '../../../decorators/type-input.js';

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
  // A path and a header write lists with commas only, and OpenAPI knows three ways in a query.
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
  // Whatever comes is text, and one of them is no list to a path or a header.
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
