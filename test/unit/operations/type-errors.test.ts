import path from 'node:path';
import ts from 'typescript';

const root = path.join(__dirname, '../../..');
const file = path.join(__dirname, 'type-errors.source.ts');

const HEAD = `
import { operation } from '../../../src/operations/operation.js';
import { problemResponse } from '../../../src/operations/problem.js';
import { response } from '../../../src/documents/openapi/helpers.js';
class User { id!: number; name!: string; kind!: 'a' | 'b' }
class UserPath { id!: number }
declare const user: User;
const get = {
  method: 'GET',
  path: '/users/{id}',
  params: UserPath,
  responses: { 200: response('', User), 204: response(''), 404: problemResponse('') },
};
`;

/** A mistake in a handler, and all that the compiler says of it. */
const MISTAKES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a wrong body',
    `operation(get, ({ reply }) => reply(200, { id: 'x', name: 'y', kind: 'a' }));`,
    ["Type 'string' is not assignable to type 'number'."],
  ],
  [
    'a missing field',
    `operation(get, ({ reply }) => reply(200, { id: 1, kind: 'a' }));`,
    [
      `Argument of type '{ id: number; kind: "a"; }' is not assignable to parameter of type 'User'.`,
      `Property 'name' is missing in type '{ id: number; kind: "a"; }' but required in type 'User'.`,
    ],
  ],
  [
    'an undocumented member',
    `operation(get, ({ reply }) => reply(200, { id: 1, name: 'x', kind: 'a', passwordHash: 'x' }));`,
    ["Object literal may only specify known properties, and 'passwordHash' does not exist in type 'User'."],
  ],
  [
    'an undocumented status',
    `operation(get, ({ reply }) => reply(201, user));`,
    ["Argument of type '201' is not assignable to parameter of type '200 | 204 | 404'."],
  ],
  [
    'a body where none is documented',
    `operation(get, ({ reply }) => reply(204, user));`,
    ["Argument of type 'User' is not assignable to parameter of type 'undefined'."],
  ],
  [
    'a misspelt path parameter',
    `operation(get, ({ params, reply }) => (params.idd === 1 ? reply(204) : reply(200, user)));`,
    ["Property 'idd' does not exist on type 'UserPath'."],
  ],
  [
    'no mistake',
    `operation(get, ({ params, reply }) => (params.id === 1 ? reply(204) : reply(200, user)));`,
    [],
  ],
];

it.each(MISTAKES)('names what is expected for %s', (_, program, expected) => {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, HEAD + program, version) : read(name, version);
  const compiled = ts.createProgram([file], { ...options, noEmit: true }, host, previous);
  previous = compiled;
  const found = compiled.getSemanticDiagnostics(compiled.getSourceFile(file));
  const lines = found.flatMap(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n').split('\n'),
  );
  expect(lines.map((line) => line.trim())).toEqual(expected);
});

let previous: ts.Program | undefined;
