import { readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../../../src/tools/cli/run.js';
import { createProject, type Project } from '../../../support/extract/project.js';

const NEST = `declare const Get: () => MethodDecorator;
declare const Body: () => ParameterDecorator;
declare const Controller: () => ClassDecorator;
declare const Mark: () => PropertyDecorator;`;

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

  test.each([
    ['User', 'User (typeorm)'],
    ['User[]', 'User (typeorm)'],
    ['User | null', 'User (typeorm)'],
    ["Omit<User, 'password'>", 'Omit (typeorm)'],
    ['Partial<User>', 'Partial (typeorm)'],
    ['User & { token: string }', 'an object (typeorm)'],
    ['{ user: User }', 'User (typeorm)'],
    ['Active', 'Active (typeorm)'],
    ['Post', 'Post (typeorm)'],
    ["import('@prisma/client').User", 'Select (@prisma/client)'],
  ])('%s', async (type, entity) => {
    const { handlers } = await project(
      `${USER}\n@Controller() export class App { @Get() find(): Promise<${type}> { throw 0 } }`,
    ).extract();
    expect(handlers['src/app.ts#App']).toEqual({ find: { answer: { entity } } });
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

test('without strictNullChecks no property is required', async () => {
  const { types } = await project(
    `class Cat { name: string }\n@Controller() export class Cats { @Get() find(): Cat { throw 0 } }`,
    { strict: false },
  ).extract();
  expect(types['src/app.ts#Cat']?.members).toEqual({ name: { schema: { type: 'string' } } });
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

  test('needs a tsconfig.json', async () => {
    const { folder } = project(SOURCE);
    expect(await command(folder, '--project', 'other.json')).toEqual({
      code: 3,
      text: expect.stringContaining('There is no other.json'),
    });
  });
});
