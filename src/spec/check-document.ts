import type { Finding } from '../base/diagnostics.js';
import { isSettled, settle } from '../base/settled.js';
import { show } from '../base/values.js';
import { misfitOf } from '../json-schema/keyword-values.js';
import { isOnly, omit } from '../json-schema/keywords.js';
import { SCHEMA_TYPES, type Schema } from '../json-schema/schema.js';
import { mapSubschemas } from '../json-schema/walk.js';
import { compact } from './compact.js';
import type { ExampleObject, OrReference } from './document.js';
import type { FieldContext } from './fields/sound.js';
import type { Resolve } from './resolve-ref.js';
import { translateKeywords } from './schema-keywords.js';
import { mapHolders, type Holder, type Kind } from './walk.js';

/** What a part is checked against, and who is told. */
export interface Check extends FieldContext {
  readonly resolve: Resolve;
  /** The components that examples may refer to. */
  readonly examples: Readonly<Record<string, OrReference<ExampleObject>>>;
}

/**
 * The part without what validators of OpenAPI would refuse and only hand-written schemas can bring; each is reported.
 * Its schemas are in the dialect of 3.1.
 */
export function soundPart<T extends object>(part: T, place: string, check: Check, kind: Kind): T {
  let isQuiet = true as boolean;
  const change = (holder: Holder, at: string): Holder => {
    const schema = holder.schema && soundSchema(holder.schema, at, check);
    const itemSchema = holder.itemSchema && soundSchema(holder.itemSchema, at, check);
    isQuiet &&= hasNothingToCheck(holder);
    return schema === holder.schema && itemSchema === holder.itemSchema
      ? holder
      : compact<Holder>({ ...holder, schema, itemSchema });
  };
  const sound = mapHolders(part, kind, place, change, 'settled');
  return isQuiet ? settle(sound) : sound;
}

/** No examples, and of schemas references only, which are checked by now. */
function hasNothingToCheck({ schema, itemSchema, example, examples }: Holder): boolean {
  return example === undefined && examples === undefined && isReference(schema) && itemSchema === undefined;
}

function isReference(schema: Schema | undefined): boolean {
  return schema === undefined || isSettled(schema) || (schema.$ref !== undefined && isOnly(schema, '$ref'));
}

/** The same of a schema. */
export function soundSchema(schema: Schema, place: string, check: Check): Schema {
  if (isSettled(schema)) return schema;
  checkReference(schema, place, check);
  const wrong: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = keyword === 'type' ? typeProblem(value) : keywordProblem(keyword, value);
    if (problem === undefined) continue;
    check.report({ ...problem, message: `${problem.message} It is left out.`, place });
    wrong.push(keyword);
  }
  const kept = wrong.length === 0 ? schema : omit(schema, wrong);
  return mapSubschemas(translateKeywords(kept, place, check), (inner, keyword, name) =>
    isSettled(inner)
      ? inner
      : soundSchema(inner, keyword === 'properties' ? `${place}.${name ?? ''}` : place, check),
  );
}

function checkReference({ $ref }: Schema, place: string, { resolve, report }: Check): void {
  if (typeof ($ref as unknown) !== 'string' || !$ref?.startsWith('#') || resolve($ref) !== undefined) return;
  report({
    code: 'dangling-reference',
    message: `The reference ${JSON.stringify($ref)} leads nowhere. Refer to a component that the document has, or give the class instead.`,
    place,
  });
}

type Problem = Omit<Finding, 'place'>;

function typeProblem(type: unknown): Problem | undefined {
  if (SCHEMA_TYPES.has(type)) return undefined;
  const types: unknown[] = [type].flat();
  const wrong = types.find((one) => !SCHEMA_TYPES.has(one));
  if (wrong !== undefined)
    return {
      code: 'unknown-schema-type',
      message: `${JSON.stringify(wrong)} is no type of JSON Schema. Write one of ${[...SCHEMA_TYPES].join(', ')}.`,
    };
  if (types.length > 0 && new Set(types).size === types.length) return undefined;
  return { code: 'invalid-keyword', message: 'The keyword type needs one type or several, each once.' };
}

function keywordProblem(keyword: string, value: unknown): Problem | undefined {
  const what = misfitOf(keyword, value);
  if (what === undefined) return undefined;
  return { code: 'invalid-keyword', message: `The keyword ${keyword} needs ${what}, not ${show(value)}.` };
}
