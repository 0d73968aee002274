import { coerce } from '../operation/coerce.js';
import { isJson } from '../operation/media-types.js';
import { rawValueOf, type RawPlace, type Written } from '../operation/raw-value.js';
import type { ContentObject, HeaderObject, ParameterObject } from '../spec/document.js';
import { below } from '../base/json-pointer.js';
import type { MismatchList, Place } from './report.js';
import type { SchemaChecker } from './schemas/checker.js';
import type { SchemaFault } from './schemas/explain.js';
import { propertiesOf, shapeOf } from './shape.js';
import type { MismatchCode } from './types.js';

type Holder = (ParameterObject | HeaderObject) & { readonly content?: ContentObject };

/** What text in a URL, a header or a cookie is compared with. */
export interface ValueContext {
  readonly checker: SchemaChecker;
  readonly list: MismatchList;
}

/** How a parameter or a header is written, with OpenAPI's defaults (3.1, 4.8.12.2.2). */
export function writtenOf(
  { schema, style: given, explode: isExploded }: Holder,
  name: string,
  location: ParameterObject['in'],
  { resolve }: SchemaChecker,
): Written {
  const style = given ?? (location === 'query' || location === 'cookie' ? 'form' : 'simple');
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

/** Compares one value with its schema or its media type; false where it is absent. */
export function checkValue(
  holder: Holder,
  written: Written,
  source: RawPlace,
  place: Place,
  code: MismatchCode,
  { checker, list }: ValueContext,
): boolean {
  const [contentType] = Object.keys(holder.content ?? {});
  if (contentType !== undefined)
    return checkContentValue(holder, contentType, written, source, place, code, { checker, list });
  const raw = rawValueOf(written, source);
  if (raw === undefined) return false;
  if (raw === '' && 'allowEmptyValue' in holder && holder.allowEmptyValue) return true;
  const faults = judge(raw, holder, checker);
  if (faults.length === 0) return true;
  // A union may have both scalars and lists, which are written alike.
  const scalar = rawValueOf({ ...written, shape: 'scalar' }, source);
  if (written.shape === 'scalar' || scalar === undefined || judge(scalar, holder, checker).length > 0)
    list.addFaults(code, { ...place, documented: below(place.documented, 'schema') }, faults);
  return true;
}

function judge(
  raw: NonNullable<ReturnType<typeof rawValueOf>>,
  { schema }: Holder,
  { faultsOf, resolve }: SchemaChecker,
): readonly SchemaFault[] {
  return faultsOf(schema, coerce(raw, schema, resolve));
}

/** A parameter whose content has a media type: JSON within text. */
function checkContentValue(
  { content = {} }: Holder,
  contentType: string,
  { name }: Written,
  { pairs, decode }: RawPlace,
  place: Place,
  code: MismatchCode,
  { checker, list }: ValueContext,
): boolean {
  const text = pairs.find(([key]) => key === name)?.[1];
  if (text === undefined) return false;
  const mediaType = content[contentType];
  if (mediaType === undefined || !('schema' in mediaType)) return true;
  const at = { ...place, documented: below(place.documented, 'content', contentType, 'schema') };
  const decoded = decode(text);
  if (!isJson(contentType)) list.addFaults(code, at, checker.faultsOf(mediaType.schema, decoded));
  else
    try {
      list.addFaults(code, at, checker.faultsOf(mediaType.schema, JSON.parse(decoded)));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      list.add(code, at, 'content', 'is not JSON');
    }
  return true;
}
