import { describeOnEachNode } from './nodes.js';

/** Serves the docs over a real socket and prints what its readers get. */
const PROGRAM = `
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Docs, Description, TypeOf, response } from 'dtospec';

class User {}
TypeOf(() => String)(User.prototype, 'name');
Description('As it is called')(User.prototype, 'name');
const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' }, ui: { viewerSource: 'local' } });
docs.add({ method: 'GET', path: '/users', responses: { 200: response('Users', [User]) } });

const server = createServer(docs.middleware('/docs')).listen(0, '127.0.0.1', async () => {
  const base = 'http://127.0.0.1:' + server.address().port + '/docs/';
  const read = async (path, init) => {
    const answer = await fetch(new URL(path, base), init);
    const text = await answer.text();
    return { status: answer.status, type: answer.headers.get('content-type'), etag: answer.headers.get('etag'), text };
  };
  const page = await read('');
  const json = await read('openapi.json');
  const again = await read('openapi.json', { headers: { 'if-none-match': json.etag } });
  const yaml = await read('openapi.yaml');
  const viewer = await read(/\\.(\\/viewer\\/[^"]+)/.exec(page.text)[0]);
  console.log(JSON.stringify({
    version: process.versions.node.split('.')[0],
    page: [page.status, page.type, page.text.includes('<title>Shop</title>')],
    json: [json.status, json.type, JSON.parse(json.text).components.schemas.User.properties],
    again: again.status,
    yaml: [yaml.status, yaml.type, /^openapi: 3/.test(yaml.text)],
    viewer: [viewer.status, viewer.text.includes('createApiReference')],
  }));
  server.close();
  server.closeAllConnections();
});
`;

describeOnEachNode('the docs server', (run, version) => {
  test('serves page, documents and viewer', async () => {
    expect(JSON.parse(await run({ program: PROGRAM }))).toEqual({
      version: String(version),
      page: [200, 'text/html; charset=utf-8', true],
      json: [200, 'application/json', { name: { type: 'string', description: 'As it is called' } }],
      again: 304,
      yaml: [200, 'application/yaml', true],
      viewer: [200, true],
    });
  });
});
