import {
  below,
  Conversions,
  type ContentObject,
  type HeaderObject,
  isJson,
  type ParameterObject,
  parseJson,
  rawReader,
  type RawValue,
  type RawValues,
  type WrittenValue,
} from 'dtospec/internal';
import type { MismatchCode, MismatchList, Place } from './mismatch.js';
import type { MessageObserver } from './types.js';
import type { SchemaChecker } from './schemas/checker.js';
import type { SchemaFault } from './schemas/checker.js';
import { propertiesOf, shapeOf } from './schemas/subschemas.js';

type Holder = (ParameterObject | HeaderObject) & { readonly content?: ContentObject };

export interface ValueContext {
  readonly checker: SchemaChecker;
  readonly list: MismatchList;
  readonly observer: MessageObserver;
}

/** Returns the serialization of a parameter or header, with OpenAPI's defaults (3.1, 4.8.12.2.2). */
export function writtenOf(
  { schema, style: declaredStyle, explode: isExploded }: Holder,
  name: string,
  location: ParameterObject['in'],
  { resolve }: SchemaChecker,
): WrittenValue {
  const style = declaredStyle ?? (location === 'query' || location === 'cookie' ? 'form' : 'simple');
  // The style `cookie` of OpenAPI 3.2 is `form` with other delimiters and without percent-encoding.
  const read = (style as string) === 'cookie' ? 'form' : style;
  return {
    name,
    in: location,
    style: read,
    explode: isExploded ?? (read === 'form' || read === 'deepObject'),
    shape: shapeOf(schema, resolve),
    members: [...propertiesOf(schema, resolve).keys()],
  };
}

export function checkValue(
  holder: Holder,
  written: WrittenValue,
  source: RawValues,
  place: Place,
  code: MismatchCode,
  context: ValueContext,
): boolean {
  const { checker, list, observer } = context;
  const [contentType] = Object.keys(holder.content ?? {});
  if (contentType !== undefined)
    return checkContentValue(holder, contentType, written, source, place, code, context);
  const raw = rawReader(written)(source);
  if (raw === undefined) return false;
  if (raw === '' && 'allowEmptyValue' in holder && holder.allowEmptyValue) return true;
  const at = { ...place, documented: below(place.documented, 'schema') };
  const first = judge(raw, holder, checker);
  // A union may have both scalars and lists, which are written alike.
  const scalar =
    first.faults.length === 0 || written.shape === 'scalar'
      ? undefined
      : rawReader({ ...written, shape: 'scalar' })(source);
  const second = scalar === undefined ? undefined : judge(scalar, holder, checker);
  const { value, faults } = second?.faults.length === 0 ? second : first;
  list.addFaults(code, at, faults);
  if (faults.length === 0) observer.value(at.documented, value);
  return true;
}

function judge(
  raw: RawValue,
  { schema }: Holder,
  { faultsOf, resolve }: SchemaChecker,
): { readonly value: unknown; readonly faults: readonly SchemaFault[] } {
  const value = new Conversions(resolve).of(schema)(raw);
  return { value, faults: faultsOf(schema, value) };
}

function checkContentValue(
  { content = {} }: Holder,
  contentType: string,
  { name }: WrittenValue,
  { pairs, decode }: RawValues,
  place: Place,
  code: MismatchCode,
  { checker, list, observer }: ValueContext,
): boolean {
  const text = pairs.find(([key]) => key === name)?.[1];
  if (text === undefined) return false;
  const mediaType = content[contentType];
  if (mediaType === undefined || !('schema' in mediaType)) return true;
  const at = { ...place, documented: below(place.documented, 'content', contentType, 'schema') };
  const read = isJson(contentType) ? parseJson(decode(text)) : { value: decode(text) };
  if (read === undefined) {
    list.add(code, at, 'content', 'is not JSON');
    return true;
  }
  const faults = checker.faultsOf(mediaType.schema, read.value);
  list.addFaults(code, at, faults);
  if (faults.length === 0) observer.value(at.documented, read.value);
  return true;
}
