import { ANY_VALUE } from '../../../decorators/type-input.js';
import type { JsonValue } from '../../shared/types.js';
import type { Checker } from '../../documents/json-schema/checker/checker.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import { resolveLazyOrUnknown } from '../../documents/model/type/type-input-error.js';
import { typeRefOf } from '../../documents/model/type/type-ref.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { MediaTypeObject, ResponseObject } from '../../documents/openapi/types/document.js';
import type { ResponseSpec } from '../../documents/openapi/types/parts.js';
import { once } from '../../shared/once.js';
import { omitUndefined } from '../../shared/values.js';
import { csvIn } from '../../documents/openapi/create/body-type.js';
import { rowSchemaOf } from '../../documents/openapi/create/csv-schema.js';
import { EVENT_STREAM, itemKindsOf, type ItemKind } from '../../documents/openapi/create/item-stream.js';
import { memberFilter } from '../../documents/json-schema/member-filter.js';
import { structureOf } from '../../documents/json-schema/object-schema.js';
import { typeIn } from '../../serialize/declared-type.js';
import type { Conversions } from '../request/conversions.js';
import { headerClassesIn } from '../../documents/openapi/create/response-headers.js';
import type { SchemaCompiler } from '../../documents/schema/schema-compiler.js';
import { type DocumentedHeader, documentedHeaders } from './documented-headers.js';
import { headerWriter, type WriteHeaders } from './header-writer.js';
import { createDocumentedWriter, UNSURE, writeDocumented } from './documented-writer.js';
import { serializerAs } from '../../serialize/serialize.js';
import { plansOf, type ViewOptions } from '../../serialize/view-plans.js';
import { mediaTypeIn } from '../describe-body.js';
import type { DescribedOperation } from '../describe.js';
import { typesToChoose } from '../file-responses.js';
import { essenceOf, isJson } from '../../shared/media-types.js';
import { responseFilter, type FilterResponse } from './response-filter.js';
import type { ResolvedOperationOptions, UndocumentedProperties } from '../operation-options.js';
import { type Alternatives, classFilter } from './class-filter.js';
import { columnsOf, type CsvFormat } from './csv-text.js';

export interface DocumentedJson {
  readonly schema: Schema;
  readonly write: (value: unknown) => JsonValue | undefined;
  readonly filter: FilterResponse;
  /** Writes the JSON text of the documented members; UNSURE for a value that needs the filter. */
  readonly exact: (value: unknown) => string | typeof UNSURE;
}

export interface DocumentedContent extends DocumentedJson {
  readonly contentType: string;
  readonly essence: string;
  readonly isJson: boolean;
  /** True for a file, whose document has ranges. */
  readonly isFile: boolean;
  readonly items: readonly DocumentedItem[] | undefined;
  /** The rows of CSV. */
  readonly csv: DocumentedRows | undefined;
}

export interface DocumentedRows extends CsvFormat, DocumentedJson {}

export interface DocumentedItem extends ItemKind, DocumentedJson {}

export interface ReplyContext {
  /** Method and path of the operation, for messages. */
  readonly place: string;
  /** True for a HEAD operation, whose responses have no body. */
  readonly isHead: boolean;
  /** The documented contents by status, created when a response first has it: few of them are sent. */
  readonly replies: ReadonlyMap<string, () => readonly DocumentedContent[]>;
  /** The media types of successes that `Accept` chooses among; undefined if there is one. */
  readonly negotiated: readonly string[] | undefined;
  /** The documented headers by status. */
  readonly headers: ReadonlyMap<string, () => readonly DocumentedHeader[]>;
  /** The writers of the headers that classes document, by status. */
  readonly headerWriters: ReadonlyMap<string, () => WriteHeaders>;
  /** The status of the only documented success, which a returned value has. */
  readonly sole: number | undefined;
  readonly checker: Checker;
  /** The option `keepAlive`. */
  readonly keepAlive: number;
  /** The option `checkResponses`. */
  readonly check: ResolvedOperationOptions['checkResponses'];
  /** True if undocumented members are sent. */
  readonly keepsUndocumented: boolean;
}

/** The state that the operations of one call share about the schemas of their components. */
export interface SharedSchemas {
  readonly checker: Checker;
  readonly conversions: Conversions;
  readonly alternatives: Alternatives;
}

export function replyContext(
  { place, endpoint, operation, options, parts, replies }: DescribedOperation,
  schemas: SharedSchemas & { readonly compiler: Pick<SchemaCompiler, 'modelOf'> },
): ReplyContext {
  const { checker, conversions, compiler } = schemas;
  const mode = options.undocumentedProperties;
  const entries = Object.entries(parts.responses).map(([status, response]) => {
    const spec = replies[status] ?? replies[status.toLowerCase()];
    return [status, once(() => documentedContents(response, spec, schemas, mode))] as const;
  });
  const headers = Object.entries(parts.responses).map(
    ([status, response]) => [status, once(() => documentedHeaders(response, conversions, checker))] as const,
  );
  const headerWriters = Object.entries(replies).flatMap(([status, spec]) => {
    const classes = headerClassesIn(spec.headers);
    if (classes.length === 0) return [];
    const key = /^\dxx$/i.test(status) ? status.toUpperCase() : status;
    return [[key, once(() => headerWriter(classes, compiler))] as const];
  });
  const successes = Object.keys(operation.definition.responses).filter((status) => status.startsWith('2'));
  const sole = successes.length === 1 ? Number(successes[0]) : NaN;
  return {
    place,
    isHead: endpoint.method.toUpperCase() === 'HEAD',
    replies: new Map(entries),
    negotiated: negotiatedTypes(parts.responses),
    headers: new Map(headers),
    headerWriters: new Map(headerWriters),
    sole: Number.isNaN(sole) ? undefined : sole,
    checker,
    keepAlive: options.keepAlive,
    check: options.checkResponses,
    keepsUndocumented: options.undocumentedProperties === 'keep',
  };
}

/**
 * Returns the media types among which `Accept` chooses. Only documents of such operations have status 406.
 */
function negotiatedTypes(responses: DescribedOperation['parts']['responses']): readonly string[] | undefined {
  if (responses['406'] === undefined) return undefined;
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return typesToChoose(successes.map(([, { content = {} }]) => Object.keys(content)));
}

interface ExactParts {
  readonly view: ViewOptions;
  readonly checker: Checker;
  readonly mode: UndocumentedProperties;
}

/** Returns the writer of a class, or of a list of its objects, of a schema without alternatives. */
function exactWriter(
  type: TypeRef,
  schema: Schema,
  { view, checker, mode }: ExactParts,
): DocumentedJson['exact'] {
  const declared = typeIn(type);
  const { targets = [], discriminator, values } = declared ?? {};
  const [target] = targets;
  const isSole = targets.length === 1 && (discriminator ?? values) === undefined;
  if (mode === 'keep' || target === undefined || !isSole) return () => UNSURE;
  const structure = structureOf(schema, checker.resolve);
  const writer =
    structure !== undefined &&
    structure.kind !== 'map' &&
    createDocumentedWriter(target, structure.elementSchema, {
      plans: plansOf(view),
      resolve: checker.resolve,
      dropsUndocumented: mode === 'drop',
      filterOf: (subschema) => memberFilter(subschema, checker),
    });
  return !writer ? () => UNSURE : (value) => writeDocumented(value, writer);
}

function documentedContents(
  { content = {} }: ResponseObject,
  spec: ResponseSpec | undefined,
  { checker, alternatives }: SharedSchemas,
  mode: UndocumentedProperties,
): DocumentedContent[] {
  const { groups, version, exposure } = spec ?? {};
  const view = omitUndefined<ViewOptions>({ groups, version, exposure });
  // Where the schema has alternatives, the class of an instance decides, and not what its members look like.
  const jsonOf = (type: TypeRef, schema: Schema): DocumentedJson => {
    const hasAlternatives = alternatives.areIn(schema);
    const ofClasses = hasAlternatives && mode !== 'keep' ? classFilter(view, mode) : undefined;
    return {
      schema,
      write: serializerAs(type, view, ofClasses),
      filter: responseFilter(schema, checker, mode),
      exact: hasAlternatives ? () => UNSURE : exactWriter(type, schema, { view, checker, mode }),
    };
  };
  return Object.entries(content).map(([contentType, mediaType]) => {
    const own = spec && mediaTypeIn(spec, contentType);
    const itemInput = (own ?? spec)?.itemSchema;
    const type = typeRefOf(own?.schema ?? spec?.schema ?? ANY_VALUE);
    const csv = csvIn(type);
    const row = csv && rowSchemaOf(mediaType.schema);
    return {
      contentType,
      essence: essenceOf(contentType),
      isJson: isJson(contentType),
      isFile: resolveLazyOrUnknown(type).kind === 'file',
      ...jsonOf(type, mediaType.schema ?? {}),
      csv: csv &&
        row && { ...jsonOf(csv.row, row), columns: columnsOf(row, checker), formulas: csv.formulas },
      items: itemInput && itemsOf(contentType, typeRefOf(itemInput), mediaType as MediaTypeObject, jsonOf),
    };
  });
}

function itemsOf(
  contentType: string,
  type: TypeRef,
  { itemSchema = {} }: MediaTypeObject,
  jsonOf: (type: TypeRef, schema: Schema) => DocumentedJson,
): DocumentedItem[] {
  if (essenceOf(contentType) !== EVENT_STREAM)
    return [{ event: undefined, type, ...jsonOf(type, itemSchema) }];
  const branches = itemSchema.oneOf ?? itemSchema.anyOf ?? [itemSchema];
  return itemKindsOf(type).map((kind, index) => ({
    ...kind,
    ...jsonOf(kind.type, branches[index]?.properties?.data?.contentSchema ?? {}),
  }));
}
