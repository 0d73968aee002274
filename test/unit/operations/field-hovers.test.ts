import path from 'node:path';
import ts from 'typescript';

const root = path.join(__dirname, '../../..');
const FILE = path.join(__dirname, 'field-hovers.source.ts');

/** What a newcomer hovers first: the fields of the objects that a program begins with. */
const PROGRAM = `
import { Docs, operation, response } from '../../../src/index.js';
import { Notifier, WebhookChannel } from '../../../src/webhooks/messages/index.js';
class Item { id!: string }
declare function find(id: string): Item;
operation({
  method: 'GET', path: '/a/{id}', operationId: 'a', summary: '', description: '', tags: [], deprecated: false,
  externalDocs: { url: '', description: '' }, servers: [], security: [], parameters: [], params: Item, query: Item,
  headers: Item, cookies: Item, body: Item, responses: { 200: response('', Item) },
}, () => new Item());
export const getItem = operation(
  { method: 'GET', path: '/items/{id}', responses: { 200: response('The item', Item) } },
  ({ params }) => find(params.id),
);
new Docs({
  info: { title: '', version: '', description: '', contact: { name: '', url: '', email: '' }, license: { name: '' } },
  servers: [{ url: '', description: '' }], externalDocs: { url: '', description: '' }, openapi: '3.1', strict: true,
  auth: { schemes: [] }, ui: { title: '', viewer: 'scalar', logo: { src: '', alt: '', href: '' } }, docsAuth: { enabled: false },
});
new WebhookChannel({ name: '', defaultURL: '', defaultHeaders: {}, endpoints: () => [], timeout: 1, validate: true, blockPrivateNetworks: true });
new Notifier({ retry: () => null, concurrency: 1 });
`;

function optionsOfProject(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return { ...options, types: ['node'], noEmit: true };
}

const editor = ts.createLanguageService({
  ...ts.sys,
  fileExists: (file) => file === FILE || ts.sys.fileExists(file),
  getScriptFileNames: () => [FILE],
  getScriptVersion: () => '1',
  getScriptSnapshot: (file) => {
    const text = file === FILE ? PROGRAM : ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getCompilationSettings: optionsOfProject,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  useCaseSensitiveFileNames: () => true,
});

// Most of the signature of `operation` are its type arguments.
test.each([
  ['operation(\n', 700],
  ['Docs({', 60],
  ['WebhookChannel({', 150],
  ['Notifier({', 80],
])('a hover of %s shows a text, and a signature of at most %i characters', (name, most) => {
  const { displayParts, documentation } = editor.getQuickInfoAtPosition(FILE, PROGRAM.indexOf(name)) ?? {};
  const signature = ts.displayPartsToString(displayParts);
  const text = ts.displayPartsToString(documentation);
  expect(text.length).toBeGreaterThan(30);
  expect(signature.length).toBeLessThanOrEqual(most);
});

test('every field that a first program writes has a docstring', () => {
  const program = editor.getProgram()!;
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
