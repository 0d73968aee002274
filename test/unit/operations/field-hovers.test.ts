import path from 'node:path';
import ts from 'typescript';

const root = path.join(__dirname, '../../..');
const FILE = path.join(__dirname, 'field-hovers.source.ts');

/** What a newcomer hovers first: the fields of the objects that a program begins with. */
const PROGRAM = `
import { Docs, operation, response } from '../../../src/index.js';
import { WebhookChannel } from '../../../src/webhooks/messages/index.js';
class Item { id!: string }
operation({
  method: 'GET', path: '/a/{id}', operationId: 'a', summary: '', description: '', tags: [], deprecated: false,
  externalDocs: { url: '', description: '' }, servers: [], security: [], parameters: [], params: Item, query: Item,
  headers: Item, cookies: Item, body: Item, responses: { 200: response('', Item) },
}, () => new Item());
new Docs({
  info: { title: '', version: '', description: '', contact: { name: '', url: '', email: '' }, license: { name: '' } },
  servers: [{ url: '', description: '' }], externalDocs: { url: '', description: '' }, openapi: '3.1', strict: true,
  auth: { schemes: [] }, ui: { title: '', viewer: 'scalar', logo: { src: '', alt: '', href: '' } }, docsAuth: { enabled: false },
});
new WebhookChannel({ name: '', defaultURL: '', defaultHeaders: {}, endpoints: () => [], timeout: 1, validate: true, blockPrivateNetworks: true });
`;

test('every field that a first program writes has a docstring', () => {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.getSourceFile = (name, target, ...more) =>
    name === FILE
      ? ts.createSourceFile(name, PROGRAM, target)
      : getSourceFile.call(host, name, target, ...more);
  const program = ts.createProgram([FILE], { ...options, types: ['node'], noEmit: true }, host);
  const checker = program.getTypeChecker();
  const silent: string[] = [];
  let count = 0;
  const look = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
      count += 1;
      const type = checker.getContextualType(node.parent);
      const symbol = type && checker.getNonNullableType(type).getProperty(node.name.text);
      const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
      if (text === '') silent.push(node.getText().slice(0, 40));
    }
    ts.forEachChild(node, look);
  };
  const source = program.getSourceFile(FILE)!;
  look(source);
  const errors = program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect({ errors, silent }).toEqual({ errors: [], silent: [] });
  expect(count).toBeGreaterThan(40);
});
