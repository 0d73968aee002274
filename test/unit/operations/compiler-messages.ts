import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type typescript from 'typescript';
import { type LanguageServer, startLanguageServer } from '../../support/programs/language-server.js';
import { MISTAKES_OF_NEWCOMERS, NEWCOMERS_HEAD } from './mistakes-of-newcomers.js';
import { WRONG_RESULTS } from './wrong-results.js';

const root = path.join(__dirname, '../../..');

const HEAD = `
import { operation } from '../../../src/operations/operation.js';
import { reply } from '../../../src/operations/make-reply.js';
import { problem, problemResponse } from '../../../src/operations/problem.js';
import { formBody, formURLEncodedBody, response } from '../../../src/documents/openapi/helpers.js';
import type Express from 'express';
import type { StandardType } from '../../../decorators/type-input.js';
class User { id!: number; name!: string; kind!: 'a' | 'b' }
class UserPath { id!: number }
class Page { page?: number }
declare const user: User;
declare const answer: Express.Response;
declare const foreign: StandardType;
const responses = { 200: response('', User), 204: response(''), 404: problemResponse('') };
const get = { method: 'GET', path: '/users/{id}', params: UserPath, responses } as const;
const one = { method: 'GET', path: '/users/{id}', params: UserPath, responses: { 200: response('', User) } } as const;
`;

const CLIENT = `
import { createClient } from '../../../src/client/index.js';
import type { Docs } from '../../../src/docs.js';
class NewOrder { due!: Date; lines!: { sku: string }[] }
const make = operation({ method: 'POST', path: '/orders', body: NewOrder, responses: { 201: response('', User) } }, () => user);
const find = operation({ ...get, query: Page }, ({ reply }) => reply(204));
const contract = (docs: Docs) => docs.clientApi([make, find]);
const api = createClient<ReturnType<typeof contract>>('');
`;

/** A mistake in a handler or a client, and all that the compiler says of it. */
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
    'a misspelt method',
    `operation({ method: 'GTE', path: '/', responses }, ({ reply }) => reply(204));`,
    [
      `Type '"GTE"' is not assignable to type '"GTE is not an HTTP method. Use GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS, TRACE or QUERY."'.`,
    ],
  ],
  [
    'a status that is none',
    `operation({ method: 'GET', path: '/', responses: { 20: response('', User) } }, () => undefined as never);`,
    [
      `Type 'ResponseSpec<typeof User>' is not assignable to type '"20 is not an HTTP status. Use 100 to 599, '4XX' or 'default'."'.`,
    ],
  ],
  ...(['formBody', 'formURLEncodedBody'] as const).map(
    (form): readonly [string, string, readonly string[]] => [
      `a schema of another library in ${form}`,
      `operation({ method: 'POST', path: '/', body: ${form}(foreign), responses }, ({ reply }) => reply(204));`,
      [
        `Type 'RequiredBody<StandardType<unknown, unknown>, "${form === 'formBody' ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}">' is not assignable to type '"The fields of a form are read by their types. Use a class instead of a schema of another library."'.`,
      ],
    ],
  ),
  ...['{id}', ':id', '{name}.{id}', ':name-:id'].map(
    (template): readonly [string, string, readonly string[]] => [
      `a class without the parameter of ${template}`,
      `class Named { name!: string }
operation({ method: 'GET', path: '/users/${template}/x', params: Named, responses }, ({ reply }) => reply(204));`,
      [
        `Type 'typeof Named' is not assignable to type '"The class needs a property id, as in the path /users/${template}/x."'.`,
      ],
    ],
  ),
  [
    'a misspelt path parameter of no class',
    `operation({ method: 'GET', path: '/a/{id}', responses }, ({ params, reply }) => (params.idd, reply(204)));`,
    [`Property 'idd' does not exist on type 'Readonly<Record<"id", string>>'.`],
  ],
  [
    'a misspelt field of the definition',
    `operation({ method: 'GET', path: '/', sumary: '', responses }, ({ reply }) => reply(204));`,
    [
      `Object literal may only specify known properties, but 'sumary' does not exist in type 'OperationFields & { method: "GET"; path: "/"; params?: undefined; query?: undefined; headers?: undefined; cookies?: undefined; body?: undefined; parameters?: undefined; security?: undefined; responses: { ...; }; }'. Did you mean to write 'summary'?`,
    ],
  ],
  ...WRONG_RESULTS,
  [
    'a misspelt parameter of a call',
    `${CLIENT} void api['/users/{id}'].get({ params: { idd: 1 } });`,
    ["Object literal may only specify known properties, and 'idd' does not exist in type '{ id: number; }'."],
  ],
  [
    'a Date in the body of a call',
    `${CLIENT} void api['/orders'].post({ body: { due: new Date(), lines: [] } });`,
    ["Type 'Date' is not assignable to type 'string'."],
  ],
  [
    'a missing field in the body of a call',
    `${CLIENT} void api['/orders'].post({ body: { due: '' } });`,
    [
      `Property 'lines' is missing in type '{ due: string; }' but required in type '{ due: string; lines: { sku: string; }[]; }'.`,
    ],
  ],
  [
    'a missing input of a call',
    `${CLIENT} void api['/orders'].post();`,
    ['Expected 1 arguments, but got 0.'],
  ],
  [
    'a member of a result that does not travel',
    `${CLIENT} void api['/users/{id}'].get({ params: { id: 1 } }).then((it) => it.status === 200 && it.data.mail);`,
    [`Property 'mail' does not exist on type '{ id: number; name: string; kind: "a" | "b"; }'.`],
  ],
  [
    'no mistake in async results',
    `operation(one, async () => ({ id: 1, name: '', kind: 'b' }));
operation(get, async ({ params, reply }) => { await 1; return params.id === 1 ? reply(204) : reply(200, { ...user, kind: 'a' }); });`,
    [],
  ],
  [
    'no mistake in a path without a class',
    `operation({ method: 'get', path: '/a/{id}/:from-:to', responses }, ({ params, reply }) => (params.id + params.from + params.to, reply(204)));`,
    [],
  ],
  [
    'no mistake where neither method nor path are literals',
    `declare const text: string;
operation({ method: text, path: text, params: Page, responses }, ({ reply }) => reply(204));`,
    [],
  ],
  [
    'no mistake',
    `operation(get, ({ params, reply }) => (params.id === 1 ? reply(204) : reply(200, user)));`,
    [],
  ],
  ...MISTAKES_OF_NEWCOMERS.map(
    ([title, program, expected]) => [title, NEWCOMERS_HEAD + program, expected] as const,
  ),
];

/** An expression's declaration, and its hover text. */
const HOVERS: readonly (readonly [title: string, program: string, at: string, expected: string])[] = [
  [
    'the definition of an operation',
    `export const getUser = operation({ ...one, query: Page, summary: 'x' }, () => user);`,
    'getUser',
    `const getUser: Operation<{
    method: "GET";
    path: "/users/{id}";
    params: typeof UserPath;
    query: typeof Page;
    responses: {
        readonly 200: ResponseSpec<typeof User>;
    };
}>`,
  ],
  [
    'the class of a page',
    `const PageOf = generic('PageOf', <T>(item: Constructor<T>) => { class Page { items!: T[]; item = item } return Page; });
export const list = operation({ method: 'GET', path: '/users', responses: { 200: response('', PageOf(User)) } }, () => user as never);`,
    'list',
    `const list: Operation<{
    method: "GET";
    path: "/users";
    responses: {
        200: ResponseSpec<typeof Page>;
    };
}>`,
  ],
  [
    'the argument of SchemaOverride',
    `export class Given { @SchemaOverride({ type: 'object' }) payload!: unknown }`,
    'SchemaOverride',
    '(alias) SchemaOverride(schema: SchemaKeywords): Annotation\nimport SchemaOverride',
  ],
];

const HOVER_HEAD = `${HEAD}
  import { SchemaOverride } from '../../../decorators/annotations.js';
  import { generic } from '../../../src/documents/model/type/generic.js';
  import type { Constructor } from '../../../src/shared/types.js';
  `;

/** All programs, each in a file of its own: those with a mistake, then those to hover over. */
const PROGRAMS = [
  ...MISTAKES.map(([, program]) => HEAD + program),
  ...HOVERS.map(([, program]) => HOVER_HEAD + program),
];
const fileOf = (index: number): string => path.join(__dirname, `type-errors-${index}.source.ts`);

/** One language service over all programs, so that a compiler reads the library once. */
function startService(ts: typeof typescript): typescript.LanguageService {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const sources = new Map(PROGRAMS.map((program, index) => [fileOf(index), program]));
  const readFile = (name: string): string | undefined => sources.get(name) ?? ts.sys.readFile(name);
  return ts.createLanguageService({
    getScriptFileNames: () => [...sources.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ({ ...options, types: ['node'], noEmit: true }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => sources.has(name) || ts.sys.fileExists(name),
    readFile,
  });
}

/** Members of unions, which each compiler orders otherwise. */
const MEMBER = /"return reply\([^"]*\)"|Reply<\d+, \w+>|User\[\]|User|void|(?:Inline)?Notification<User>/
  .source;
const UNION = new RegExp(`(?:${MEMBER})(?: \\| (?:${MEMBER}))+`, 'g');
const ordered = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(UNION, (union) => union.split(' | ').sort().join(' | ')));

/** TypeScript 7 leaves out what the next line says. */
const LEFT_OUT_7 = `Argument of type '{ id: number; kind: "a"; }' is not assignable to parameter of type 'User'.`;
const HOVERS_7: Readonly<Record<string, string>> = {
  // Ordered by name.
  getUser: HOVERS[0]![3].replace(/( *path: .*\n)( *params: .*\n)/, '$2$1'),
  SchemaOverride: '(alias) const SchemaOverride: (schema: SchemaKeywords) => Annotation',
};

/** Tests the messages and hovers of a compiler that has an API in JavaScript. */
export function testCompiler(name: string, load: () => typeof typescript): void {
  describe(name, () => {
    let ts: typeof typescript;
    let service: typescript.LanguageService;
    beforeAll(() => {
      ts = load();
      service = startService(ts);
    }, 120_000);
    afterAll(() => {
      service.dispose();
    });

    // First, because a compiler orders properties as it meets them.
    it.each(
      HOVERS.map(
        ([title, , name, expected], index) => [title, MISTAKES.length + index, name, expected] as const,
      ),
    )('shows %s in a few lines', (_, index, name, expected) => {
      const hover = service.getQuickInfoAtPosition(fileOf(index), PROGRAMS[index]!.lastIndexOf(name));
      expect(hover?.displayParts?.map((part) => part.text).join('')).toBe(expected);
    });

    it.each(MISTAKES.map(([title, , expected], index) => [title, index, expected] as const))(
      'names what is expected for %s',
      (_, index, expected) => {
        const lines = service
          .getSemanticDiagnostics(fileOf(index))
          .flatMap(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n'));
        expect(ordered(lines.map((line) => line.trim()))).toEqual(ordered(expected));
      },
    );
  });
}

export function testTypeScript7(): void {
  describe('TypeScript 7', () => {
    // As deep as this folder, for the imports.
    const folder = path.join(root, 'build/tests/type-errors');
    const at = (index: number): string => path.join(folder, `program-${index}.ts`);
    let server: LanguageServer;
    beforeAll(async () => {
      mkdirSync(folder, { recursive: true });
      const compilerOptions = { rootDir: '../../..', types: ['node'], noEmit: true };
      const settings = { extends: '../../../tsconfig.json', compilerOptions, include: ['*.ts'] };
      writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
      PROGRAMS.forEach((text, index) => writeFileSync(at(index), text));
      server = await startLanguageServer(folder);
    }, 120_000);
    afterAll(() => server.close());

    it.each(MISTAKES.map(([title, , expected], index) => [title, index, expected] as const))(
      'names what is expected for %s',
      async (_, index, expected) => {
        expect(ordered(await server.errorsIn(at(index)))).toEqual(
          ordered(expected.filter((line) => line !== LEFT_OUT_7)),
        );
      },
    );

    it.each(
      HOVERS.map(
        ([title, , name, expected], index) => [title, MISTAKES.length + index, name, expected] as const,
      ),
    )('shows %s in a few lines', async (_, index, name, expected) => {
      const hover = await server.hoverAt(at(index), PROGRAMS[index]!.lastIndexOf(name));
      // The docstring follows.
      const shown = HOVERS_7[name] ?? expected;
      expect(hover.slice(0, shown.length)).toBe(shown);
    });
  });
}
