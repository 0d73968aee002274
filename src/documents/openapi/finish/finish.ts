import type { Report } from '../../../shared/diagnostics.js';
import { downgradeSchema, type OnUnsupported } from '../../json-schema/dialects/to-openapi-3-0.js';
import type { Schema } from '../../json-schema/schema.js';
import { mapMembers, type Resolve } from '../../json-schema/walk.js';
import type { Naming } from '../../schema/naming.js';
import { checkExamples, type ExampleOfSchema } from './check-examples.js';
import { checkSchema, type SchemaCheck } from './check-schema.js';
import { isSymbolicRef, type Reference, referencesIn } from '../../schema/references.js';
import { omitUndefined } from '../../../shared/values.js';
import type { OpenApiVersion } from '../config/config.js';
import type { OpenApiDocument } from '../types/document.js';
import { isJson } from '../create/body-type.js';
import type { Holder, PlacedHolder } from './walk.js';

interface Dialect {
  readonly document: (document: OpenApiDocument) => OpenApiDocument;
  /** Converts a schema; undefined if the version has the schemas of OpenAPI 3.1. */
  readonly schema?: (schema: Schema, place: string, resolve: Resolve, report: Report) => Schema;
}

const DIALECTS: Readonly<Record<OpenApiVersion, Dialect>> = {
  '3.0': { document: downgradeDocument, schema: downgrade },
  '3.1': { document: (document) => document },
  '3.2': { document: (document) => ({ ...document, openapi: '3.2.0' }) },
};

export interface FinishedDocument {
  readonly document: OpenApiDocument;
  /** The references in the document, whose names the text gets. */
  readonly references: readonly Reference[];
}

/**
 * Finishes an OpenAPI 3.1 document: omits fields that validators reject, checks examples, and converts it to
 * the requested version. It changes the holders, which belong to this document only.
 */
export function finishDocument(
  document: OpenApiDocument,
  holders: readonly PlacedHolder[],
  naming: Naming,
  config: SchemaCheck['config'],
  report: Report,
): FinishedDocument {
  const { schemas: named, examples: shared = {} } = document.components ?? {};
  const { schema: translate, document: complete } = DIALECTS[config.openapi];
  const examples: ExampleOfSchema[] = [];
  const check: SchemaCheck = { config, report, resolve: resolveNamed(named, naming), examples };
  // Schemas are checked before the holders, because references need the types of their targets.
  const checked = checkNamed(named, naming, check);
  const ofComponents = examples.splice(0);
  const resolve = resolveNamed(checked, naming);

  const references: Reference[] = [];
  for (const placed of holders) {
    const { holder, place, references: inside } = placed;
    const { schema, itemSchema } = holder;
    checkHolder(placed, check, shared);
    if (translate !== undefined && holder.schema !== undefined)
      holder.schema = translate(holder.schema, place, resolve, report);
    if (holder.schema === schema && holder.itemSchema === itemSchema) references.push(...inside);
    else referencesIn([holder.schema, holder.itemSchema], references);
  }
  examples.push(...ofComponents);
  if (examples.length > 0) checkExamples(examples, resolve, report);
  const schemas =
    translate && checked && mapMembers(checked, (schema, name) => translate(schema, name, resolve, report));
  const finished = withSchemas(document, schemas ?? checked, naming, references);
  return { document: complete(finished), references };
}

function checkNamed(
  named: OpenApiSchemas | undefined,
  { inspections }: Naming,
  check: SchemaCheck,
): OpenApiSchemas | undefined {
  return (
    named &&
    mapMembers(named, (schema, name) =>
      inspections.get(schema)?.isPlain === true ? schema : checkSchema(schema, name, check),
    )
  );
}

/** Replaces the schemas of a holder by checked ones, and collects its examples. */
function checkHolder(
  { holder, place, mediaType, isPlain }: PlacedHolder,
  check: SchemaCheck,
  shared: SharedExamples,
): void {
  if (!isPlain) {
    if (holder.schema !== undefined) holder.schema = checkSchema(holder.schema, place, check);
    if (holder.itemSchema !== undefined) holder.itemSchema = checkSchema(holder.itemSchema, place, check);
  }
  if (holder.example === undefined && holder.examples === undefined) return;
  for (const value of examplesOf(holder, shared)) {
    if (!isTextOfFormat(value, mediaType)) check.examples.push({ value, schema: holder.schema ?? {}, place });
  }
}

/** Returns whether an example may be the text of a format other than JSON (OpenAPI 3.1, 4.8.19). */
function isTextOfFormat(value: unknown, mediaType: string | undefined): boolean {
  return typeof value === 'string' && mediaType !== undefined && !isJson(mediaType);
}

/** Returns the document with its final schemas, and adds their references. */
function withSchemas(
  document: OpenApiDocument,
  schemas: OpenApiSchemas | undefined,
  { inspections }: Naming,
  references: Reference[],
): OpenApiDocument {
  if (schemas === undefined) return document;
  for (const schema of Object.values(schemas)) {
    const known = inspections.get(schema);
    if (known === undefined) referencesIn(schema, references);
    else references.push(...known.references);
  }
  if (schemas === document.components?.schemas) return document;
  return { ...document, components: { ...document.components, schemas } };
}

/** Finds schemas by their names and by symbolic references. */
function resolveNamed(schemas: OpenApiSchemas | undefined, { refOf }: Naming): Resolve {
  const resolve = resolveIn(schemas);
  return (ref) => resolve(isSymbolicRef(ref) ? refOf(ref) : ref);
}

type OpenApiSchemas = Readonly<Record<string, Schema>>;

const EXAMPLES = '#/components/examples/';

type SharedExamples = NonNullable<NonNullable<OpenApiDocument['components']>['examples']>;

function examplesOf({ example, examples }: Holder, shared: SharedExamples): unknown[] {
  if (examples === undefined) return example === undefined ? [] : [example];
  const values = Object.values(examples).map((entry) => {
    const example = entry.$ref === undefined ? entry : shared[entry.$ref.replace(EXAMPLES, '')];
    return example?.dataValue ?? example?.value;
  });
  return [example, ...values].filter((value) => value !== undefined);
}

/** Moves webhooks to `x-webhooks`, since OpenAPI 3.0.3 has no field for them. */
function downgradeDocument(document: OpenApiDocument): OpenApiDocument {
  const { openapi: _, webhooks, components, ...rest } = document;
  return omitUndefined<OpenApiDocument>({ openapi: '3.0.3', ...rest, 'x-webhooks': webhooks, components });
}

function downgrade(schema: Schema, place: string, resolve: Resolve, report: Report): Schema {
  const onUnsupported: OnUnsupported = (keyword, at) => {
    report({
      code: 'not-in-openapi-3-0',
      message: `OpenAPI 3.0 cannot express ${keyword}, so the schema accepts more than it should. Use openapi: '3.1' to document it.`,
      place: at,
    });
  };
  return downgradeSchema(schema, place, onUnsupported, resolve);
}

const REF = '#/components/schemas/';

export function resolveIn(schemas: Readonly<Record<string, Schema>> = {}): Resolve {
  return (ref) => {
    const name = ref.startsWith(REF) ? ref.slice(REF.length) : '';
    return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  };
}
