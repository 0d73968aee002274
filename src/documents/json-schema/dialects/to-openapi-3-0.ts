import { omit } from '../keywords.js';
import type { Schema } from '../schema.js';
import { mapSubschemas, type Resolve } from '../walk.js';
import { convertKeywords, type Schema30 } from './convert.js';
import { rewriteKeywords } from './rewrite.js';

/** Receives each keyword that OpenAPI 3.0 lacks and that is dropped, so that the schema accepts more. */
export type OnUnsupported = (keyword: string, place: string) => void;

/**
 * Converts a schema to OpenAPI 3.0's dialect in one walk. The result accepts at least what the schema
 * accepts. `nullable` beside a reference accepts null, as generators and viewers read it.
 *
 * @param place of the schema; the names of properties are added
 * @param resolve finds the type to write beside a nullable reference
 */
export function downgradeSchema(
  schema: Schema,
  place: string,
  onUnsupported: OnUnsupported,
  resolve: Resolve = () => undefined,
): Schema30 {
  const losses: Loss[] = [];
  const downgraded = downgrade(schema, place, { losses, resolve });
  for (const loss of losses) onUnsupported(loss.keyword, loss.place);
  return downgraded;
}

interface Loss {
  readonly keyword: string;
  readonly place: string;
}

interface Walk {
  /** Keywords that OpenAPI 3.0 cannot express, as found so far. */
  readonly losses: Loss[];
  readonly resolve: Resolve;
}

function downgrade(schema: Schema, place: string, walk: Walk): Schema30 {
  const { losses, resolve } = walk;
  const onUnsupported = (keyword: string): void => {
    losses.push({ keyword, place });
  };
  const inexact = new Set<string>();
  const rewritten = mapSubschemas(rewriteKeywords(schema, onUnsupported, resolve), (child, keyword, name) => {
    const before = losses.length;
    const downgraded = downgrade(child, keyword === 'properties' ? `${place}.${name ?? ''}` : place, walk);
    if (losses.length > before) inexact.add(keyword);
    if (keyword === 'not') losses.length = before;
    return downgraded;
  });
  return convertKeywords(widen(rewritten, inexact, onUnsupported), onUnsupported);
}

/**
 * Drops `not`, and changes `oneOf` to `anyOf`, if a schema inside became wider. Under `not` it would accept
 * less, and in `oneOf` it might match together with another branch.
 */
function widen(
  schema: Schema,
  inexact: ReadonlySet<string>,
  onUnsupported: (keyword: string) => void,
): Schema {
  if (!inexact.has('not') && !inexact.has('oneOf')) return schema;
  if (inexact.has('not')) onUnsupported('not');
  const { oneOf, anyOf, allOf = [] } = schema;
  const rest = omit(schema, inexact.has('not') ? ['not'] : []);
  if (!inexact.has('oneOf') || oneOf === undefined) return rest;
  const others = omit(rest, ['oneOf']);
  return anyOf === undefined
    ? { ...others, anyOf: oneOf }
    : { ...others, allOf: [...allOf, { anyOf: oneOf }] };
}
