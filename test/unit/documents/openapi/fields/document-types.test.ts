import { Docs, type OpenApiDocument } from '../../../../../src/index.js';
import type { OperationObject } from '../../../../../src/index.js';
import type {
  ComponentsObject,
  EncodingObject,
  ExampleObject,
  HeaderObject,
  LinkObject,
  MediaTypeObject,
  SecuritySchemeObject,
} from '../../../../../src/documents/openapi/types/document.js';
import type {
  OPENAPI_3_0,
  OPENAPI_3_1,
  OPENAPI_3_2,
} from '../../../../../src/documents/openapi/fields/versions.js';
import { expectValidDocument } from '../../../../support/documents/validate-document.js';
import { info, ok } from '../build.js';
import type {
  ParameterObject,
  PathItemObject,
  RequestBodyObject,
  ResponseObject,
} from '../../../../../src/documents/openapi/types/document.js';

type Tables = typeof OPENAPI_3_0 & typeof OPENAPI_3_1 & typeof OPENAPI_3_2;

/** The objects whose types in a document are not those that they are written with. */
interface Emitted {
  document: OpenApiDocument;
  components: ComponentsObject;
  pathItem: PathItemObject;
  operation: OperationObject;
  parameter: ParameterObject;
  header: HeaderObject;
  requestBody: RequestBodyObject;
  response: ResponseObject;
  mediaType: MediaTypeObject;
  encoding: EncodingObject;
  example: ExampleObject;
  link: LinkObject;
  securityScheme: SecuritySchemeObject;
}

type Missing = {
  [N in keyof Emitted]: `${N}.${Exclude<keyof Tables[N] & string, keyof Emitted[N]>}`;
}[keyof Emitted];

test('the types of a document have every field of the tables: the compiler names missing ones', () => {
  const none: [Missing] extends [never] ? 'none' : Missing = 'none';
  expect(none).toBe('none');
});

test('transformDocument needs no any', async () => {
  const docs = new Docs({
    info,
    openapi: '3.2',
    transformDocument: (document) => {
      for (const item of Object.values(document.paths))
        for (const operation of [item.get, item.query, ...Object.values(item.additionalOperations ?? {})]) {
          if (operation === undefined) continue;
          operation.tags = ['all'];
          const { 200: answer } = operation.responses;
          if (answer?.$ref === undefined && answer !== undefined)
            answer.content = { 'text/csv': { itemSchema: { type: 'string' }, 'x-lines': true } };
        }
      return { ...document, 'x-made': 'here', $self: 'https://example.com/openapi.json' };
    },
  }).addAll(
    { method: 'GET', path: '/', responses: ok },
    { method: 'QUERY', path: '/', responses: ok },
    { method: 'PURGE', path: '/', responses: ok },
  );
  const document = docs.buildSpec();
  const content = { 'text/csv': { itemSchema: { type: 'string' }, 'x-lines': true } };
  const operation = { tags: ['all'], responses: { 200: { content } } };
  expect(document).toMatchObject({
    'x-made': 'here',
    paths: { '/': { get: operation, query: operation, additionalOperations: { PURGE: operation } } },
  });
  await expectValidDocument(document);
});
