import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { body, Docs, response } from '../../../../src/index.js';
import type { Endpoint, OpenApiDocument, Parameter } from '../../../../src/index.js';
import { expectValidDocument } from '../../../support/documents/validate-document.js';

class Search {
  @IsString() text!: string;
  @IsOptional() @IsInt() page?: number;
  note?: string;
}

const info = { title: 'Shop', version: '1.0.0' };
const CLOSED = { whitelist: true, forbidNonWhitelisted: true };
const PATCH = { skipMissingProperties: true };

function build(...endpoints: readonly Partial<Endpoint>[]): OpenApiDocument {
  const docs = new Docs({ info });
  for (const [index, endpoint] of endpoints.entries())
    docs.add({ method: 'POST', path: `/${index}`, responses: { 204: response('Done') }, ...endpoint });
  expect(docs.validate()).toBeNull();
  return docs.buildSpec();
}

const schemaNamed = (document: OpenApiDocument, ref: string | undefined): unknown =>
  document.components?.schemas?.[ref?.split('/').pop() ?? ''];

describe('the options that an endpoint is validated under', () => {
  test('uses the options of a body before those of the endpoint, and these before those of the configuration', async () => {
    const document = build(
      { requestBody: body(Search) },
      { requestBody: body(Search), validation: CLOSED },
      { requestBody: { ...body(Search), validation: PATCH }, validation: CLOSED },
    );
    await expectValidDocument(document);
    const schemas = ['/0', '/1', '/2'].map((path) => {
      const { content } = document.paths[path]!.post!.requestBody as unknown as {
        content: Record<string, { schema: { $ref: string } }>;
      };
      return schemaNamed(document, content['application/json']!.schema.$ref);
    });
    expect(schemas).toMatchObject([
      { required: ['text'] },
      { required: ['text'], additionalProperties: false },
      {},
    ]);
    expect(schemas[0]).not.toHaveProperty('additionalProperties');
    expect(schemas[2]).not.toHaveProperty('required');
  });

  test('the same schema under other options is one component', () => {
    const document = build(
      { requestBody: body(Search) },
      { requestBody: body(Search), validation: { forbidUnknownValues: false } },
    );
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(['Search']);
  });

  test('a request that refuses unknown members shares the component of its response', async () => {
    class Tag {
      @IsString() name!: string;
    }
    class Post {
      @IsString() title!: string;
      @ValidateNested() @Type(() => Tag) tag!: Tag;
    }
    class Draft extends Post {}
    const docs = new Docs({ info, validation: CLOSED }).addAll(
      { method: 'POST', path: '/posts', requestBody: body(Post), responses: { 200: response('Made', Post) } },
      { method: 'POST', path: '/drafts', requestBody: body(Draft), responses: { 204: response('Done') } },
    );
    const document = docs.buildSpec();
    await expectValidDocument(document);
    const { schemas = {} } = document.components ?? {};
    expect(Object.keys(schemas)).toEqual(['Draft', 'Post', 'Tag']);
    expect(schemas.Post).not.toHaveProperty('additionalProperties');
    expect(schemas.Draft).toHaveProperty('additionalProperties', false);
  });

  test('applies them to classes of parameters', () => {
    const document = build(
      { method: 'GET', queryParams: Search },
      { method: 'GET', queryParams: Search, validation: PATCH },
    );
    const required = ['/0', '/1'].map((path) =>
      (document.paths[path]!.get!.parameters as Parameter[])
        .filter((parameter) => parameter.required)
        .map(({ name }) => name),
    );
    expect(required).toEqual([['text'], []]);
  });

  test('reports a misspelt option as an error', () => {
    const docs = new Docs({ info }).add({
      method: 'POST',
      path: '/',
      responses: { 204: response('Done') },
      validation: { whitelisted: true } as never,
    });
    expect(docs.validate()?.errors[0]).toMatchObject({ message: expect.stringMatching(/validation needs/) });
  });
});

describe('options of created endpoints', () => {
  test('is a diagnostic among the others, and an error of validate()', () => {
    const docs = new Docs({ info }).note({
      code: 'broken-endpoint',
      message: 'A controller is broken.',
      place: 'Cats.find',
    });
    expect(docs.diagnostics({ notes: true })).toMatchObject([{ code: 'broken-endpoint', severity: 'error' }]);
    expect(docs.validate()?.errors).toHaveLength(1);
  });
});
