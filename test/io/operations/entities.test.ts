import 'reflect-metadata';
import { Exclude, Expose } from 'class-transformer';
import { IsBoolean, IsEmail, IsInt, IsString } from 'class-validator';
import { fetchOperations } from '../../../src/adapters/fetch.js';
import { Docs, operation, ReadOnly, response } from '../../../src/index.js';
import { importLibrary, prepareLibraries } from '../../support/nest/libraries.js';

// The decorators of ORMs record columns that no rule describes, and their models have accessors.

const INFO = { info: { title: 'Shop', version: '1.0.0' }, diagnostics: 'silent' } as const;

type Decorator = (options?: unknown) => (target: object, key?: string | symbol) => void;
type Decorators = Readonly<Record<string, Decorator>>;

beforeAll(prepareLibraries, 600_000);

function diagnosticsOf(target: new () => object): unknown {
  const responses = { 200: response('It', target) };
  const find = operation({ method: 'GET', path: '/it', responses }, () => new target() as never);
  const docs = new Docs(INFO).addOperations([find]);
  return docs.diagnostics().map(({ code, places }) => [code, places]);
}

it('names the columns of TypeORM that only its decorators describe', async () => {
  const { Entity, Column, PrimaryGeneratedColumn } = await importLibrary<Decorators>('typeorm');
  class Base {
    @(PrimaryGeneratedColumn!()) declare id: number;
  }
  @(Entity!())
  class User extends Base {
    @IsEmail() @(Column!()) declare email: string;
    @(Column!({ type: 'varchar' })) declare nickname: string | null;
    @(Column!({ select: false })) declare hash: string;
    @(Column!(() => Base)) declare inner: Base;
    @Exclude() @(Column!()) declare secret: string;
  }
  expect(diagnosticsOf(User)).toEqual([['undecorated-field', ['User.id', 'User.nickname', 'User.inner']]]);
});

it('names the columns of MikroORM that only its decorators describe', async () => {
  const { Entity, Property, PrimaryKey } = await importLibrary<Decorators>('@mikro-orm/decorators/legacy');
  @(Entity!())
  class User {
    @(PrimaryKey!({ type: 'number' })) declare id: number;
    @IsEmail() @(Property!({ type: 'string' })) declare email: string;
    @(Property!({ type: 'string' })) declare nickname: string;
    @(Property!({ type: 'string', hidden: true })) declare hash: string;
  }
  expect(diagnosticsOf(User)).toEqual([['undecorated-field', ['User.id', 'User.nickname']]]);
});

it.each([
  ['@typegoose/typegoose', 'prop'],
  ['@nestjs/mongoose', 'Prop'],
])('names the columns of Mongoose that only %s describes', async (name, decorator) => {
  const { [decorator]: Prop } = await importLibrary<Decorators>(name);
  class User {
    @IsEmail() @(Prop!({ type: String })) declare email: string;
    @(Prop!({ type: String })) declare nickname: string;
    @(Prop!({ type: String, select: false })) declare hash: string;
  }
  expect(diagnosticsOf(User)).toEqual([['undecorated-field', ['User.nickname']]]);
});

describe('a model of Sequelize', () => {
  interface Library {
    readonly Table: () => ClassDecorator;
    readonly Column: Decorator;
    readonly Model: new (values?: object) => { toJSON(): object };
    readonly Sequelize: new (options: object) => unknown;
    readonly DataType: Readonly<Record<string, unknown>>;
  }

  it('is documented, read and sent by the rules of its columns, if they are exposed', async () => {
    const library = await importLibrary<Library>('sequelize-typescript');
    const { Table, Column, Model, Sequelize, DataType } = library;
    @Table()
    class User extends Model {
      @ReadOnly()
      @Expose()
      @IsInt()
      @Column({ type: DataType.INTEGER, primaryKey: true })
      declare id: number;
      @Expose() @IsEmail() @Column(DataType.STRING) declare email: string;
      @Expose() @IsString() @Column(DataType.STRING) declare name: string;
      /** Sequelize makes true of "true". */
      @Expose() @IsBoolean() @Column(DataType.BOOLEAN) declare active: boolean;
      @Column(DataType.STRING) declare secret: string;
    }
    // Nothing here asks the database.
    new Sequelize({ dialect: 'postgres', dialectModule: {}, models: [User], logging: false });
    const definition = { method: 'PUT', path: '/user', body: User } as const;
    const save = operation({ ...definition, responses: { 200: response('It', User) } }, ({ body }) =>
      Object.assign(body, { id: 7, secret: 'hush' }),
    );
    const docs = new Docs(INFO);
    const serve = fetchOperations(docs, [save], { checkResponses: 'throw' });

    expect(docs.diagnostics().map(({ code, places }) => [code, places])).toEqual([
      ['undecorated-field', ['User.secret']],
    ]);
    const { UserInput, User: sent } = docs.buildSpec().components!.schemas!;
    expect(UserInput).toEqual({
      type: 'object',
      properties: { email: { type: 'string', format: 'email' }, name: { type: 'string' }, active: {} },
      required: ['email', 'name'],
    });
    expect(sent!.required).toEqual(['id', 'email', 'name', 'active']);

    const ask = async (body: object): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'PUT', headers, body: JSON.stringify(body) };
      const answer = await serve(new Request('http://localhost/user', init));
      return [answer?.status, answer?.ok === true && (await answer.json())];
    };
    const user = { email: 'ann@example.com', name: 'Ann', active: 'true' };
    expect(await ask(user)).toEqual([200, { id: 7, ...user, active: true }]);
    expect(await ask({ ...user, name: 7 })).toEqual([400, false]);
    expect(await ask({ ...user, email: undefined })).toEqual([400, false]);
  });
});
