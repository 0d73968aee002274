import { lookUp } from '../../../shared/json-pointer.js';
import { essenceOf, FORM, isJson, isText, MULTIPART } from '../../../shared/media-types.js';
import { isRecord } from '../../../shared/values.js';
import { translate30 } from '../../json-schema/dialects/from-openapi-3-0.js';
import { Checker } from '../../json-schema/checker/checker.js';
import { ExampleMaker } from '../../json-schema/example/example-maker.js';
import type { Direction } from '../../json-schema/hidden-properties.js';
import type { Schema } from '../../json-schema/schema.js';
import { mapMembers, mapSubschemas } from '../../json-schema/walk.js';
import { mapParts, type ObjectPart } from '../finish/walk.js';
import type { OpenApiDocument, PathItemObject } from '../types/document.js';
import { summaryOf } from './summary.js';

type Makers = Readonly<Record<Direction, (schema: unknown) => ObjectPart>>;

type ChangePart = Parameters<typeof mapParts>[3];

/**
 * Yields the JSON of the document as the page shows it, in parts: operations without a summary get one by
 * their method and path, and bodies and required parameters without an example get one that satisfies the
 * schema. The served document does not change. The examples of 500 operations take about a second, so a
 * server pauses between the parts.
 */
export function* shownParts(document: OpenApiDocument): Generator<string> {
  const makers = makersOf(document);
  const ofService = changeOfService(makers);
  const ofWebhook = changeOfWebhook(makers);
  const items: Readonly<Record<string, ChangePart>> = {
    paths: ofService,
    webhooks: ofWebhook,
    'x-webhooks': ofWebhook,
  };
  yield* objectParts(document, function* (value, name) {
    const change = items[name];
    if (change !== undefined && isRecord(value))
      yield* objectParts(value, function* (item, key) {
        yield JSON.stringify(mapParts(item as PathItemObject, 'pathItem', key, change));
      });
    else if (name === 'components' && isRecord(value))
      yield* objectParts(mapParts(value, 'components', '', ofService), function* (group) {
        yield JSON.stringify(group);
      });
    else yield JSON.stringify(value);
  });
}

/** Returns the document as the page shows it. */
export function shownDocument(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse([...shownParts(document)].join('')) as OpenApiDocument;
}

function* objectParts(
  object: object,
  parts: (value: unknown, key: string) => Generator<string>,
): Generator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(object)) {
    yield `${before}${JSON.stringify(key)}:`;
    yield* parts(value, key);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function changeOfService({ request, response }: Makers): ChangePart {
  return (part, kind, place) => {
    switch (kind) {
      case 'operation':
        return withSummary(part, place);
      case 'parameter':
        return part.required === true ? withExample(part, request) : part;
      case 'requestBody':
        return withExamples(part, request);
      case 'response':
        return withExamples(part, response);
      default:
        return part;
    }
  };
}

/** Adds examples to webhooks, whose bodies the service sends. */
function changeOfWebhook({ response }: Makers): ChangePart {
  return (part, kind) => (kind === 'requestBody' ? withExamples(part, response) : part);
}

function withSummary(operation: ObjectPart, place: string): ObjectPart {
  if (operation.summary !== undefined) return operation;
  const [method = '', path] = place.split(' ', 2);
  return path?.startsWith('/') === true ? { summary: summaryOf(method, path), ...operation } : operation;
}

function withExamples(holder: ObjectPart, make: Makers[Direction]): ObjectPart {
  if (!isRecord(holder.content)) return holder;
  const content = mapMembers(holder.content, (mediaType, key) =>
    isRecord(mediaType) && isWritable(key) ? withExample(mediaType, make) : mediaType,
  );
  return { ...holder, content };
}

function isWritable(mediaType: string): boolean {
  return isJson(mediaType) || isText(mediaType) || [FORM, MULTIPART].includes(essenceOf(mediaType));
}

function withExample(holder: ObjectPart, make: Makers[Direction]): ObjectPart {
  const hasOne = ['$ref', 'example', 'examples', 'content'].some((field) => holder[field] !== undefined);
  return hasOne || holder.schema === undefined ? holder : { ...holder, ...make(holder.schema) };
}

function makersOf(document: OpenApiDocument): Makers {
  const read = schemaReader(document);
  const resolve = (ref: string): Schema | undefined => {
    const schema = lookUp(document, ref);
    return isRecord(schema) ? read(schema) : undefined;
  };
  const checker = new Checker({ resolve });
  const makerOf = (direction: Direction): Makers[Direction] => {
    const maker = new ExampleMaker(resolve, direction, checker);
    return (schema) => {
      try {
        const example = isRecord(schema) ? maker.make(read(schema)) : undefined;
        return example === undefined ? {} : { example: example.value };
      } catch {
        // A hand-written schema may have arguments of the wrong type, which a diagnostic reports.
        return {};
      }
    };
  };
  return { request: makerOf('request'), response: makerOf('response') };
}

/** Returns a function that reads the schemas of a document as JSON Schema 2020-12. */
export function schemaReader({ openapi }: OpenApiDocument): (schema: Schema) => Schema {
  return openapi.startsWith('3.0') ? translator() : (schema) => schema;
}

/** Returns a function that translates each schema of OpenAPI 3.0 once. */
function translator(): (schema: Schema) => Schema {
  const translated = new WeakMap<Schema, Schema>();
  return function read(schema: Schema): Schema {
    const known = translated.get(schema);
    if (known !== undefined) return known;
    const result = mapSubschemas(translate30(schema as Readonly<Record<string, unknown>>), (subschema) =>
      read(subschema),
    );
    translated.set(schema, result);
    return result;
  };
}
