import type { Finding } from '../base/diagnostics.js';
import { isSettled, settle } from '../base/settled.js';
import { isRecord, show } from '../base/values.js';
import { misfitOf } from '../json-schema/keyword-values.js';
import { omit } from '../json-schema/keywords.js';
import { SCHEMA_TYPES, type Schema } from '../json-schema/schema.js';
import { mapSubschemas } from '../json-schema/walk.js';
import { compact } from './compact.js';
import type { ContentObject, ExampleObject, OperationObject, OrReference } from './document.js';
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
  let isHoldingQuiet = true as boolean;
  const change = (holder: Holder, at: string): Holder => {
    const schema = holder.schema && soundSchema(holder.schema, at, check);
    const itemSchema = holder.itemSchema && soundSchema(holder.itemSchema, at, check);
    isHoldingQuiet &&= isQuietHolder(holder);
    return schema === holder.schema && itemSchema === holder.itemSchema
      ? holder
      : compact<Holder>({ ...holder, schema, itemSchema });
  };
  const sound = mapHolders(part, kind, place, change, 'settled');
  return isHoldingQuiet ? settle(sound) : sound;
}

/** Settles an operation as most are, and a path that has only such: schemas are settled, and nothing has examples or headers. */
export function settlePart(part: object, kind: Kind): boolean {
  const isDone =
    kind === 'operation'
      ? isQuiet(part)
      : kind === 'pathItem' && isQuietItem(part as Readonly<Record<string, unknown>>);
  if (isDone) settle(part);
  return isDone;
}

function isQuietItem(item: Readonly<Record<string, unknown>>): boolean {
  if (item.parameters !== undefined || item.additionalOperations !== undefined) return false;
  for (const name in item) {
    const operation = item[name];
    // An extension is plain JSON, whatever it is taken for.
    if (isRecord(operation) && !isSettled(operation) && !settlePart(operation, 'operation')) return false;
  }
  return true;
}

function isQuiet({ parameters, requestBody, responses, callbacks }: Partial<OperationObject>): boolean {
  if (callbacks !== undefined || (parameters !== undefined && !isSettled(parameters))) return false;
  if (!hasQuietContent(requestBody)) return false;
  for (const status in responses) {
    const response = responses[status];
    if (response?.headers !== undefined || !hasQuietContent(response)) return false;
  }
  return true;
}

function hasQuietContent(body: { readonly content?: ContentObject | undefined } | undefined): boolean {
  const content = body?.content;
  for (const contentType in content) {
    const mediaType = content[contentType];
    for (const name in mediaType) if (name !== 'schema' || !isSettled(mediaType.schema ?? {})) return false;
  }
  return true;
}

/** No examples, and schemas that are settled. */
function isQuietHolder({ schema, itemSchema, example, examples }: Holder): boolean {
  return (
    example === undefined &&
    examples === undefined &&
    (schema === undefined || isSettled(schema)) &&
    itemSchema === undefined
  );
}

/** The same of a schema. */
export function soundSchema(schema: Schema, place: string, check: Check): Schema {
  if (isSettled(schema) || isUsual(schema)) return schema;
  checkReference(schema, place, check);
  const wrong: string[] = [];
  for (const keyword in schema) {
    const value = (schema as Readonly<Record<string, unknown>>)[keyword];
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

/** Settles an object as most classes are: keywords that are right, and properties that are settled. */
export function settleSchema(schema: Schema): boolean {
  if (!isUsual(schema)) return false;
  settle(schema);
  return true;
}

function isUsual(schema: Schema): boolean {
  if (schema.type !== 'object') return false;
  for (const keyword in schema) {
    const value = (schema as Readonly<Record<string, unknown>>)[keyword];
    if (keyword === 'properties') {
      if (!isRecord(value)) return false;
      for (const name in value) if (!isSettled(value[name] as Schema)) return false;
    } else if (keyword === 'additionalProperties') {
      if (typeof value !== 'boolean') return false;
    } else if (!USUAL.has(keyword) || misfitOf(keyword, value) !== undefined) return false;
  }
  return true;
}

const USUAL: ReadonlySet<string> = new Set(['type', 'required', 'title', 'description']);

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
