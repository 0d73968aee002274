import { IsString } from 'class-validator';
import { OneOf } from '../../../../decorators/types.js';
import { body, formBody, formURLEncodedBody, oneOf, response, type Endpoint } from '../../../../src/index.js';
import { build, ok } from './build.js';

class Broken {
  @OneOf(() => []) what!: unknown;
  @IsString() name!: string;
}
const union = (oneOf as () => never)();

describe('an invalid type gets an open schema, and the endpoint remains', () => {
  it.each<[string, Partial<Endpoint>, string[]]>([
    ['in a body', { requestBody: body(Broken) }, ['Broken.what']],
    ['in a multipart form', { requestBody: formBody(Broken) }, ['Broken.what']],
    ['in a form', { requestBody: formURLEncodedBody(Broken) }, ['Broken.what']],
    ['in a query', { queryParams: Broken }, ['Broken.what']],
    ['in headers', { headerParams: Broken }, ['Broken.what']],
    ['in a response', { responses: { ...ok, 201: response('Made', [Broken]) } }, ['Broken.what']],
    ['as a body', { requestBody: body(union) }, ['POST / requestBody']],
    ['as a response', { responses: { ...ok, 201: response('Made', [union]) } }, ['POST / responses.201']],
    ['as a parameter', { parameters: [{ name: 'a', in: 'query', schema: union }] }, ['POST / query a']],
  ])('%s', async (_title, fields, places) => {
    const { document, diagnostics } = await build([{ method: 'POST', path: '/', responses: ok, ...fields }]);
    expect(document.paths['/']?.post?.responses[200]).toEqual({ description: 'OK' });
    expect(diagnostics.flatMap((one) => one.places)).toEqual(places);
    expect(diagnostics).toMatchObject(
      places.slice(0, 1).map((place) => ({
        code: 'invalid-type',
        severity: 'error',
        place,
        message: expect.stringContaining('A union without members is not a type. Name its types') as string,
      })),
    );
    const parameters = document.paths['/']?.post?.parameters?.map(({ name }) => name);
    if (fields.queryParams ?? fields.headerParams) expect(parameters).toEqual(['name', 'what']);
  });
});
