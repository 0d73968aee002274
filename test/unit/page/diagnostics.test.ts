import { Docs, response } from '../../../src/index.js';
import type { ViewerName } from '../../../src/documents/openapi/config/page-options.js';
import type { OpenApiDocument } from '../../../src/documents/openapi/types/document.js';
import { pageDiagnostics } from '../../../src/page/diagnostics.js';

const responses = { 200: response('OK') };
const docs = new Docs({ info: { title: 'T', version: '1' }, openapi: '3.2' }).addAll(
  ...['GET', 'QUERY', 'LOCK'].map((method) => ({
    method,
    path: '/stock',
    operationId: `${method.toLowerCase()}Stock`,
    responses,
  })),
);

function findings(document: OpenApiDocument, viewer?: ViewerName): string[] {
  return pageDiagnostics(document, viewer && { viewer }).map(({ code, place }) => `${code}: ${place}`);
}

describe('methods that are new in OpenAPI 3.2, by viewer', () => {
  test.each<[ViewerName | undefined, string[]]>([
    [undefined, []],
    ['scalar', []],
    ['swagger-ui', ['viewer-without-try-it: LOCK /stock']],
    ['redoc', ['viewer-hides-operation: QUERY /stock', 'viewer-hides-operation: LOCK /stock']],
  ])('%s', (viewer, expected) => {
    expect(findings(docs.buildSpec(), viewer)).toEqual(expected);
  });

  test('are no finding in 3.1, which lacks them, and in a document without paths', () => {
    expect(findings(docs.inVersion('3.1').buildSpec(), 'redoc')).toEqual([]);
    const { openapi, info } = docs.buildSpec();
    expect(findings({ openapi, info } as OpenApiDocument, 'redoc')).toEqual([]);
  });

  test('are listed by the docs whose page has the viewer', () => {
    const config = {
      info: { title: 'T', version: '1' },
      openapi: '3.2',
      ui: { viewer: 'swagger-ui' },
    } as const;
    const lock = { method: 'LOCK', path: '/stock', responses };
    const [note] = new Docs(config).add(lock).diagnostics({ notes: true });
    expect(note).toMatchObject({ code: 'viewer-without-try-it', severity: 'info', places: ['LOCK /stock'] });
  });
});
