import { describeClass } from '../../documents/model/class-facts.js';
import type { ClassModel, PropertyModel } from '../../documents/model/types.js';
import { headerNameOf } from '../../documents/openapi/create/class-parameters.js';
import { serializerAs } from '../../serialize/serialize.js';
import type { JsonValue } from '../../shared/types.js';
import type { SchemaCompiler } from '../../documents/schema/schema-compiler.js';
import type { Constructor } from '../../shared/types.js';
import { isRecord } from '../../shared/values.js';
import type { ReplyHeaders } from '../make-reply.js';
import { plainView } from '../../documents/model/class-model.js';

/** Returns headers as HTTP sends them. */
export type WriteHeaders = (headers: object) => ReplyHeaders;

/**
 * Creates the writer of headers that classes document. An instance gives the documented headers only. A plain object may
 * also have headers by their names in HTTP.
 */
export function headerWriter(
  classes: readonly Constructor[],
  { modelOf }: Pick<SchemaCompiler, 'modelOf'>,
): WriteHeaders {
  const writers = classes.map((target) => classWriter(modelOf(target, plainView('output'))));
  return (headers) => writers.reduce<object>((written, write) => write(written), headers) as ReplyHeaders;
}

function classWriter({ target, properties }: ClassModel): WriteHeaders {
  const known = describeClass(target).properties;
  const write = serializerAs({ kind: 'class', target }, {});
  return (headers) => {
    const json = write(headers);
    const written: Record<string, string> = {};
    for (const property of properties) {
      const value = isRecord(json) ? json[property.name] : undefined;
      if (value !== undefined && value !== null)
        written[headerNameOf(property)] = textOf(value, explodes(property));
    }
    const others =
      headers instanceof target ? [] : Object.entries(headers).filter(([name]) => !known.has(name));
    return { ...(Object.fromEntries(others) as ReplyHeaders), ...written };
  };
}

function explodes({ annotations }: PropertyModel): boolean {
  return annotations.styles?.header?.explode === true;
}

/** Writes a value in the style `simple` (OpenAPI 3.1, 4.8.12.4, "Style Examples"). */
function textOf(value: JsonValue, explode: boolean): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const texts = Array.isArray(value)
    ? value.map(scalarText)
    : Object.entries(value).map(([name, member]) => [name, scalarText(member)].join(explode ? '=' : ','));
  return texts.join(',');
}

function scalarText(value: JsonValue | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
