import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../../../src/tools/cli/run.js';
import { createProject, type Project } from '../../../support/extract/project.js';

const NEST = `declare const Get: () => MethodDecorator;
declare const Body: () => ParameterDecorator;
declare const Controller: () => ClassDecorator;
declare const Mark: () => PropertyDecorator;
declare const Expose: (options?: object) => PropertyDecorator;
declare const Exclude: () => PropertyDecorator & ClassDecorator;`;

const ORM = `export declare function Entity(): ClassDecorator;
export declare function Column(): PropertyDecorator;
export declare class BaseEntity { save(): Promise<this> }`;

const PRISMA = `import * as runtime from '@prisma/client/runtime/library';
export type $UserPayload = { scalars: { id: number; password: string } };
export type User = runtime.Select<$UserPayload['scalars']>;`;

const projects: Project[] = [];

afterAll(() => {
  for (const project of projects) project.remove();
});

function project(source: string, options: object = {}): Project {
  const created = createProject(
    { 'src/app.ts': `${NEST}\n${source}` },
    options,
    {},
    {
      typeorm: ORM,
      '@prisma/client': PRISMA,
      '@prisma/client/runtime/library': 'export type Select<T> = { [K in keyof T]: T[K] };',
      shared: 'export declare class Shared { id: string }\nexport interface Plain { id: string }',
      dtospec: 'export declare function operation(definition: object, handler: Function): object;',
    },
  );
  projects.push(created);
  return created;
}

describe('classes of an ORM are no answers', () => {
  const USER = `import { BaseEntity, Column, Entity } from 'typeorm';
@Entity() class User { @Column() id!: number; @Column() password!: string }
class Active extends BaseEntity { id!: number }
abstract class Base { @Column() id!: number }
class Post extends Base { title!: string }
interface Page<T> { items: T[] }
class Profile { user!: User; name!: string }`;

  const ROWS = [
    ['User', 'User (typeorm)'],
    ['User[]', 'User (typeorm)'],
    ['User | null', 'User (typeorm)'],
    ["Omit<User, 'password'>", 'Omit (typeorm)'],
    ['Partial<User>', 'Partial (typeorm)'],
    ['User & { token: string }', 'an object (typeorm)'],
    ['Active', 'Active (typeorm)'],
    ['Post', 'Post (typeorm)'],
    ["import('@prisma/client').User", 'Select (@prisma/client)'],
  ] as const;
  let answers: Record<string, unknown>;
  beforeAll(async () => {
    const methods = ROWS.map(([type], row) => `@Get() row${row}(): Promise<${type}> { throw 0 }`);
    const source = `${USER}\n@Controller() export class App { ${methods.join('\n')} }`;
    answers = (await answersOf(source)) as typeof answers;
  });

  test.each(ROWS.map(([type, entity], row) => ({ type, entity, row })))('$type', ({ entity, row }) => {
    expect(answers[`row${row}`]).toEqual({ answer: { entity } });
  });

  test('a property of such a class is open, also in a type without a name', async () => {
    expect(
      await answersOf(
        `${USER}\n@Controller() export class App { @Get() find() { return { user: new User(), all: [new User()], id: 1 } } }`,
      ),
    ).toEqual({
      find: {
        answer: {
          schema: {
            type: 'object',
            properties: { user: {}, all: { type: 'array', items: {} }, id: { type: 'number' } },
            required: ['user', 'all', 'id'],
          },
        },
      },
    });
  });

  test('a property of such a class is open', async () => {
    const { handlers, types } = await project(
      `${USER}\n@Controller() export class App { @Get() find(): Promise<Profile> { throw 0 } }`,
    ).extract();
    expect(handlers['src/app.ts#App']).toEqual({
      find: { answer: { schema: { $ref: 'src/app.ts#Profile' } } },
    });
    expect(types['src/app.ts#Profile']?.members).toEqual({
      user: { schema: {}, required: true },
      name: { schema: { type: 'string' }, required: true },
    });
  });
});

test('handlers of base classes have the type arguments of the controller', async () => {
  const { handlers } = await project(`class Cat { name!: string }
abstract class Crud<T> { @Get() find(): Promise<T[]> { throw 0 } helper() {} }
@Controller() export class Cats extends Crud<Cat> { @Get() async remove() {} }`).extract();
  expect(handlers).toEqual({
    'src/app.ts#Cats': {
      find: { answer: { schema: { type: 'array', items: { $ref: 'src/app.ts#Cat' } } } },
      remove: { answer: { nothing: true } },
    },
  });
});

test('the classes of parameters are read, with what their decorators need', async () => {
  const { types } =
    await project(`class CreateCat { @Mark() name!: string; @Mark() get loud() { return true } }
@Controller() export class Cats { @Get() add(@Body() cat: CreateCat, other: Date) {} }`).extract();
  expect(types).toEqual({
    'src/app.ts#CreateCat': {
      name: 'CreateCat',
      class: 'CreateCat',
      decorated: true,
      members: { name: { schema: { type: 'string' }, required: true } },
      others: ['loud'],
    },
  });
});

test('classes that the decorators of controllers and handlers name are read', async () => {
  const { types } = await project(`import { Column, Entity } from 'typeorm';
declare const Answer: (options: object) => MethodDecorator & ClassDecorator;
declare const UseGuards: (...guards: Function[]) => MethodDecorator;
class Label { @Mark() text!: string }
class Term { @Mark() labels!: Label[] | null }
class Other { @Mark() id!: number }
class Page<T> { @Mark() items!: T[] }
class Guard { @Mark() allows!: boolean }
class Unnamed { @Mark() id!: number }
@Entity() class User { @Column() password!: string }
enum Status { Found = 200 }
const type = Unnamed;
@Answer({ models: [Other] }) @Controller() export class Cats {
  @Get() @Answer({ status: Status.Found, type: () => Term }) @UseGuards(Guard) find(): Promise<unknown> { throw 0 }
  @Get() @Answer({ type: Page }) page(): Promise<unknown> { throw 0 }
  @Get() @Answer({ type: User }) user(): Promise<unknown> { throw 0 }
  other: Unnamed = { id: 1 };
}`).extract();
  expect(Object.keys(types)).toEqual(['Label', 'Other', 'Term'].map((name) => `src/app.ts#${name}`));
  expect(types['src/app.ts#Term']).toMatchObject({
    class: 'Term',
    members: { labels: { schema: { type: 'array', items: { $ref: 'src/app.ts#Label' } }, nullable: true } },
  });
});

test('comments: text, links, examples, defaults, deprecation', async () => {
  const { types } = await project(`
/** A cat, see {@link Dog} or {@link Dog | dogs}. */
class Cat {
  /**
   * Its name.
   * On two lines.
   * @example Tom
   * @example "Kit"
   */
  name!: string;
  /** @default 3 */
  age?: number;
  /** @deprecated Use name. */
  nick?: string;
  // No comment of this kind.
  other?: string;
}
@Controller() export class Cats { @Get() find(): Cat { throw 0 } }`).extract();
  expect(types['src/app.ts#Cat']).toEqual({
    name: 'Cat',
    class: 'Cat',
    description: 'A cat, see Dog or dogs.',
    members: {
      name: {
        schema: { type: 'string' },
        required: true,
        description: 'Its name.\nOn two lines.',
        examples: ['Tom', 'Kit'],
      },
      age: { schema: { type: 'number' }, default: 3 },
      nick: { schema: { type: 'string' }, deprecated: true },
      other: { schema: { type: 'string' } },
    },
  });
});

test('types of one name in one file have their own keys', async () => {
  const { handlers } = await project(`function one() { class Cat { a!: string } return new Cat() }
function two() { class Cat { b!: string } return new Cat() }
@Controller() export class Cats { @Get() first() { return one() } @Get() second() { return two() } }`).extract();
  expect(handlers['src/app.ts#Cats']).toEqual({
    first: { answer: { schema: { $ref: 'src/app.ts#Cat' } } },
    second: { answer: { schema: { $ref: 'src/app.ts#Cat~2' } } },
  });
});

const answersOf = async (source: string, options?: object): Promise<unknown> =>
  Object.values((await project(source, options).extract()).handlers)[0];

test('types that lose the decorators of a class are open where the decorators decide', async () => {
  const { types } = await project(`
class Owner { @Expose({ name: 'first' }) a!: string; @Exclude() b!: string; c!: number; d!: number }
@Exclude() class Shut { @Expose() a!: string; b!: string }
type Both = Pick<Owner, 'a' | 'b' | 'c'> & Partial<Shut>;
type OfShut = Pick<Shut, 'a' | 'b'>;
interface Below extends Owner { e: number }
@Controller() export class Cats { @Get() one(): OfShut { throw 0 } @Get() two(): Below { throw 0 } }`).extract();
  expect(types['src/app.ts#OfShut']?.members).toEqual({ a: { schema: {} } });
  expect(types['src/app.ts#Below']?.members).toEqual({
    e: { schema: { type: 'number' }, required: true },
    a: { schema: {} },
    c: { schema: { type: 'number' }, required: true },
    d: { schema: { type: 'number' }, required: true },
  });
});

test('each call of a generic function declares another class', async () => {
  const list = (type: string): object => ({
    type: 'object',
    properties: { items: { type: 'array', items: { type } } },
    required: ['items'],
  });
  expect(
    await answersOf(`function pageOf<T>(one: T) { class Page { items!: T[] } return new Page() }
@Controller() export class Cats { @Get() one() { return pageOf('a') } @Get() two() { return pageOf(1) } }`),
  ).toEqual({ one: { answer: { schema: list('string') } }, two: { answer: { schema: list('number') } } });
});

test.each([
  ['', { type: 'number' }],
  ['ClassSerializerInterceptor', {}],
  ['classToPlain', {}],
])('toJSON decides, but not where class-transformer writes responses: %s', async (word, schema) => {
  const answers = await answersOf(`// ${word}
class Money { cents = 5; toJSON() { return this.cents } }
@Controller() export class Cats { @Get() find() { return { price: new Money() } } }`);
  expect(answers).toMatchObject({ find: { answer: { schema: { properties: { price: schema } } } } });
  expect(JSON.stringify(answers).includes('"price":{}')).toBe(word !== '');
});

test('declarations do not show the decorators of their classes', async () => {
  const { types } = await project(`import type { Plain, Shared } from 'shared';
@Controller() export class Cats { @Get() one(): Shared { throw 0 } @Get() two(): Plain { throw 0 } }`).extract();
  expect(types).toMatchObject({
    'node_modules/shared/index.d.ts#Shared': { class: 'Shared', decorated: true },
    'node_modules/shared/index.d.ts#Plain': { name: 'Plain' },
  });
});

test('answers that depend on the platform are marked, or open', async () => {
  expect(
    await answersOf(
      `import { Observable } from 'rxjs';
class Cat { name!: string }
@Controller() export class Cats {
  @Get() maybe(): Promise<Cat | null> { throw 0 }
  @Get() text(): 'a' | 1 | undefined { throw 0 }
  @Get() date(): Date { throw 0 }
  @Get() mixed(): string | Cat { throw 0 }
  @Get() buffer(): Promise<Buffer> { throw 0 }
  @Get() stream(): Promise<Observable<Cat>> { throw 0 }
  @Get() streams(): Observable<Observable<Cat>> { throw 0 }
}`,
      { types: ['node'], typeRoots: [path.resolve('node_modules/@types')] },
    ),
  ).toEqual({
    maybe: { answer: { schema: { $ref: 'src/app.ts#Cat' }, nullable: true } },
    text: {
      answer: {
        schema: {
          anyOf: [
            { type: 'string', const: 'a' },
            { type: 'number', const: 1 },
          ],
        },
        scalars: ['string', 'number'],
      },
    },
    date: { answer: { schema: { type: 'string', format: 'date-time' } } },
    mixed: {},
    buffer: {},
    stream: { answer: { schema: { $ref: 'src/app.ts#Cat' } } },
    streams: {},
  });
});

test('examples and defaults that do not fit the type are left out', async () => {
  const { types } = await project(`enum Mood { Calm = 'calm' , Wild = 'wild' }
class Cat {
  /** @default new Date()\n @example 2024-01-01 */
  born?: Date;
  /** @default Mood.Wild\n @example tame */
  mood?: Mood;
  /** @default five */
  age?: number;
  /** @default null\n @example 7 */
  name?: string | null;
  /**
   * @example
   * const cat = new Cat();
   */
  other?: Cat;
}
@Controller() export class Cats { @Get() find(): Cat { throw 0 } }`).extract();
  expect(types['src/app.ts#Cat']?.members).toMatchObject({
    born: { examples: ['2024-01-01'] },
    mood: { default: 'wild' },
    name: { default: null, examples: ['7'] },
  });
  expect(JSON.stringify(types)).not.toMatch(/new |tame|five/);
});

test('operations have the type of their handler and the comment of their constant', async () => {
  const { operations } = await project(`import { operation } from 'dtospec';
class Cat { name!: string }
const PATH = '/cats/{id}';
/** Finds a cat. */
export const getCat = operation({ method: 'get', path: PATH }, async () => new Cat());
export const others = [operation({ method: 'DELETE', path: '/cats' }, () => {})];
function local() { const operation = (_: object, __: Function) => 1; operation({ method: 'GET', path: '/' }, () => 1) }`).extract();
  expect(operations).toEqual({
    'src/app.ts#GET /cats/{id}': {
      description: 'Finds a cat.',
      answer: { schema: { $ref: 'src/app.ts#Cat' } },
    },
    'src/app.ts#DELETE /cats': { answer: { nothing: true } },
  });
});

test('without strictNullChecks every property may be absent or null', async () => {
  const { types } = await project(
    `class Cat { name: string }\n@Controller() export class Cats { @Get() find(): Cat { throw 0 } }`,
    { strict: false },
  ).extract();
  expect(types['src/app.ts#Cat']?.members).toEqual({
    name: { schema: { type: 'string' }, nullable: true },
  });
});

describe('dtospec extract', () => {
  const SOURCE = '@Controller() export class Cats { @Get() find(): string { throw 0 } @Get() any(): any {} }';

  async function command(cwd: string, ...args: readonly string[]): Promise<{ code: number; text: string }> {
    let text = '';
    const note = (line: string): void => void (text += line);
    const code = await run(
      ['extract', ...args],
      { cwd, print: note, note, stop: new AbortController().signal },
      '1.0.0',
    );
    return { code, text };
  }

  test('writes the file, and says whether it is up to date', async () => {
    const { folder, write, extract } = project(SOURCE);
    expect(await command(folder, '--check')).toMatchObject({
      code: 1,
      text: expect.stringContaining('does not exist'),
    });
    expect(await command(folder)).toEqual({
      code: 0,
      text: 'Wrote dtospec-facts.json: answers of 1 of 2 handlers; 0 types.\n',
    });
    expect(JSON.parse(readFileSync(path.join(folder, 'dtospec-facts.json'), 'utf8'))).toEqual(
      await extract(),
    );
    expect(await command(folder, '--check')).toMatchObject({ code: 0 });
    write('src/app.ts', 'export {};');
    expect(await command(folder, '--check')).toMatchObject({
      code: 1,
      text: expect.stringContaining('out of date'),
    });
  });

  test.each([
    ['{ "files": [], "references": [{ "path": "src" }] }', 'lists no sources'],
    ['{ "extends": "./missing.json" }', 'cannot be read: Cannot read file'],
    ['{ "include": ["nothing"] }', 'No inputs were found'],
  ])('refuses the project %s', async (config, message) => {
    const { folder, write } = project(SOURCE);
    write('other/tsconfig.json', config);
    expect(await command(folder, '--project', 'other')).toEqual({
      code: 3,
      text: expect.stringContaining(message),
    });
  });

  test('writes the file again when a source changes', async () => {
    const { folder, write } = project(SOURCE);
    const stop = new AbortController();
    const written = new EventEmitter();
    const note = (line: string): void => void written.emit(line.startsWith('Wrote') ? 'wrote' : 'watching');
    const running = run(
      ['extract', '--watch'],
      { cwd: folder, print: note, note, stop: stop.signal },
      '1.0.0',
    );
    await once(written, 'watching');
    const again = once(written, 'wrote');
    write('src/app.ts', `${NEST} @Controller() export class Dogs { @Get() find(): string { throw 0 } }`);
    await again;
    stop.abort();
    expect(await running).toBe(0);
    expect(readFileSync(path.join(folder, 'dtospec-facts.json'), 'utf8')).toContain('#Dogs');
  });

  test('needs a tsconfig.json', async () => {
    const { folder } = project(SOURCE);
    expect(await command(folder, '--project', 'other.json')).toEqual({
      code: 3,
      text: expect.stringContaining('There is no other.json'),
    });
  });
});
