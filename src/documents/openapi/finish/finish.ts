import type { Report } from '../../../shared/diagnostics.js';
import { downgradeSchema, type OnUnsupported } from '../../json-schema/dialects/to-openapi-3-0.js';
import type { Schema } from '../../json-schema/schema.js';
import { mapValues, type Resolve } from '../../json-schema/walk.js';
import type { Naming } from '../../schema/naming.js';
import { checkExamples, type ExampleOfSchema } from './check-examples.js';
import { checkSchema, type SchemaCheck } from './check-schema.js';
import { isSymbolicRef, type Reference, referencesIn } from '../../schema/references.js';
import { omitUndefined } from '../../../shared/values.js';
import type { OpenApiVersion } from '../config/config.js';
import type { OpenApiDocument } from '../types/document.js';
import { isJson } from '../create/body-type.js';
import { type Holder, mapHolders } from './walk.js';

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

/** An object of the document that holds a schema, with the references in it. */
export interface PlacedHolder {
  readonly holder: Holder;
  readonly place: string;
  readonly mediaType: string | undefined;
  readonly references: readonly Reference[];
}

/** Returns the holders in the order of the document. */
export function holdersIn(document: Partial<OpenApiDocument>): PlacedHolder[] {
  const holders: PlacedHolder[] = [];
  mapHolders(document, 'document', '', (holder, place, mediaType) => {
    holders.push({ holder, place, mediaType, references: referencesIn([holder.schema, holder.itemSchema]) });
    return holder;
  });
  return holders;
}

export interface FinishedDocument {
  readonly document: OpenApiDocument;
  /** The references in the document, whose names the text gets. */
  readonly references: readonly Reference[];
}

/**
 * Finishes an OpenAPI 3.1 document: omits fields that validators reject, checks examples, and converts it to the
 * requested version. It changes the holders, which belong to this document only.
 */
export function finishDocument(
  document: OpenApiDocument,
  holders: readonly PlacedHolder[],
  naming: Naming,
  config: SchemaCheck['config'],
  report: Report,
): FinishedDocument {
  const { schemas: named, examples: shared = {} } = document.components ?? {};
  const dialect = DIALECTS[config.openapi];
  const examples: ExampleOfSchema[] = [];
  const check: SchemaCheck = { config, report, resolve: resolveNamed(named, naming), examples };
  // Schemas are checked before the holders, because references need the types of their targets.
  const checked = named && mapValues(named, (schema, name) => checkSchema(schema, name, check));
  const ofComponents = examples.splice(0);
  const resolve = resolveNamed(checked, naming);
  const translate = (schema: Schema, place: string): Schema =>
    dialect.schema?.(schema, place, resolve, report) ?? schema;

  const references: Reference[] = [];
  for (const { holder, place, mediaType, references: inside } of holders) {
    const schema = holder.schema && checkSchema(holder.schema, place, check);
    const itemSchema = holder.itemSchema && checkSchema(holder.itemSchema, place, check);
    for (const value of examplesOf(holder, shared)) {
      // A string may be the text of a format other than JSON (OpenAPI 3.1, 4.8.19).
      const isText = typeof value === 'string' && mediaType !== undefined && !isJson(mediaType);
      if (!isText) examples.push({ value, schema: schema ?? {}, place });
    }
    const translated = schema && translate(schema, place);
    if (translated === holder.schema && itemSchema === holder.itemSchema) {
      references.push(...inside);
      continue;
    }
    if (translated !== undefined) holder.schema = translated;
    if (itemSchema !== undefined) holder.itemSchema = itemSchema;
    referencesIn([translated, itemSchema], references);
  }
  checkExamples([...examples, ...ofComponents], resolve, report);
  if (checked === undefined) return { document: dialect.document(document), references };
  const schemas = mapValues(checked, translate);
  for (const schema of Object.values(schemas))
    references.push(...(naming.references.get(schema) ?? referencesIn(schema)));
  const components = { ...document.components, schemas };
  return { document: dialect.document({ ...document, components }), references };
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
  const values = Object.values(examples).map((one) => {
    const found = one.$ref === undefined ? one : shared[one.$ref.replace(EXAMPLES, '')];
    return found?.dataValue ?? found?.value;
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
