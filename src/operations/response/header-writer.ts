import { describeClass } from '../../documents/model/class-facts.js';
import type { ClassModel, PropertyModel } from '../../documents/model/types.js';
import { headerNameOf } from '../../documents/openapi/create/class-parameters.js';
import { serializerAs } from '../../serialize/serialize.js';
import type { SchemaCompiler } from '../../documents/schema/schema-compiler.js';
import type { Constructor, JsonValue } from '../../shared/types.js';
import { isPlain, isRecord } from '../../shared/values.js';
import type { ReplyHeaders } from '../make-reply.js';
import { plainView } from '../../documents/model/class-model.js';

/** Returns headers as HTTP sends them. */
export type WriteHeaders = (headers: object) => ReplyHeaders;

/** A class that documents headers. */
interface ClassWriter {
  readonly target: Constructor;
  /** Returns whether a member is one of the class, so that its name is not the name of a header. */
  readonly has: (member: string) => boolean;
  readonly write: WriteHeaders;
}

/**
 * Creates the writer of headers that classes document. An instance gives the documented headers of its class
 * only. A plain object may also have headers by their names in HTTP.
 */
export function headerWriter(
  classes: readonly Constructor[],
  { modelOf }: Pick<SchemaCompiler, 'modelOf'>,
): WriteHeaders {
  const writers = classes.map((target) => classWriter(modelOf(target, plainView('output'))));
  return (headers) => {
    const own = writers.filter(({ target }) => headers instanceof target);
    const chosen = own.length > 0 ? own : writers;
    const members = isPlain(headers) ? Object.entries(headers) : [];
    const others = members.filter(([name]) => !writers.some(({ has }) => has(name)));
    return Object.assign(
      Object.fromEntries(others),
      ...chosen.map(({ write }) => write(headers)),
    ) as ReplyHeaders;
  };
}

function classWriter({ target, properties }: ClassModel): ClassWriter {
  const known = describeClass(target).properties;
  const jsonOf = serializerAs({ kind: 'class', target }, {});
  return {
    target,
    has: (member) => known.has(member),
    write: (headers) => {
      const json = jsonOf(headers);
      const written: Record<string, string | readonly string[]> = {};
      for (const property of properties) {
        const value = isRecord(json) ? json[property.name] : undefined;
        if (value === undefined || value === null) continue;
        const name = headerNameOf(property);
        written[name] = isCookies(name, value) ? value.map(scalarText) : textOf(value, explodes(property));
      }
      return written;
    },
  };
}

/** Returns whether values are cookies, each of which needs a header of its own (RFC 9110, 5.3). */
function isCookies(name: string, value: JsonValue): value is JsonValue[] {
  return Array.isArray(value) && name.toLowerCase() === 'set-cookie';
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
