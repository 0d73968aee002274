import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  type INestApplication,
  Module,
  Res,
  SerializeOptions,
} from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { Exclude, Expose, plainToInstance, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { of } from 'rxjs';
import { type Docs, Returns, WriteOnly } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

// ClassSerializerInterceptor leaves plain objects alone, so that hidden members of their class are sent.

class Owner {
  @IsInt() id!: number;
  @Exclude() @IsString() password!: string;
}
class Shop {
  @IsInt() id!: number;
  @Type(() => Owner) owners!: Owner[];
  @Exclude() @IsOptional() @IsString() plan?: string;
}
class Staff {
  @IsInt() id!: number;
  @Expose({ groups: ['admin'] }) @IsInt() salary!: number;
}
class Login {
  @IsInt() id!: number;
  @WriteOnly() @IsString() pin!: string;
}
class Typed extends Owner {}

const row = { id: 1, password: 'p' };
const shop = { id: 1, owners: [row] };

@Controller('plain')
class Plain {
  @Get('row') @Returns(Owner) row(): object {
    return { ...row };
  }
  @Get('rows') @Returns([Owner]) rows(): object {
    return Promise.resolve([plainToInstance(Owner, row), { ...row }]);
  }
  @Get('shop') @Returns(Shop) shop(): object {
    return of({ ...shop });
  }
  @Get('staff') @Returns(Staff) staff(): object {
    return { id: 1, salary: 5 };
  }
  @Get('login') @Returns(Login) login(): object {
    return plainToInstance(Login, { id: 1, pin: '1' });
  }
}

@Controller('kept')
class Kept {
  @Get('instance') @Returns(Owner) instance(): object {
    return plainToInstance(Owner, row);
  }
  @Get('shop') @Returns(Shop) shop(): object {
    return plainToInstance(Shop, { ...shop, plan: 'free' });
  }
  @Get('typed') @SerializeOptions({ type: Typed }) @Returns(Typed) typed(): object {
    return { ...row };
  }
  @Get('admin') @SerializeOptions({ groups: ['admin'] }) @Returns(Staff) admin(): object {
    return { id: 1, salary: 5 };
  }
  @Get('without') @Returns(Owner) without(): object {
    return { id: 1, password: undefined };
  }
  @Get('nothing') @Returns(Owner) nothing(): unknown {
    return null;
  }
  @Get('own') @Returns(Owner) own(@Res() response: { json: (value: object) => void }): void {
    response.json({ id: 1 });
  }
}

@Module({ controllers: [Plain, Kept] })
class App {}

let docs: Docs;
let app: INestApplication;
let origin: string;
let warnings: jest.SpyInstance;

async function start(): Promise<void> {
  app = await NestFactory.create(App, { logger: false });
  app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)));
  docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent' });
  nestDocs(app, { info: { title: 'Again', version: '1' }, diagnostics: 'silent' });
  await app.listen(0, '127.0.0.1');
  origin = await app.getUrl();
}

beforeEach(() => {
  warnings = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
});
afterEach(async () => {
  warnings.mockRestore();
  await app.close();
});

async function get(path: string): Promise<unknown> {
  const text = await (await fetch(origin + path)).text();
  return text === '' ? null : JSON.parse(text);
}

const told = (): readonly string[] => warnings.mock.calls.map(([message]) => String(message));

test('a plain object that is sent with a hidden member is told once for each route, with the remedy', async () => {
  await start();
  expect(await get('/plain/row')).toEqual(row);
  await get('/plain/row');
  expect(told()).toEqual([
    'The response of Plain.row contains password, which Owner hides: the handler returned a plain object, and ClassSerializerInterceptor converts instances only. Return plainToInstance(Owner, value), or add @SerializeOptions({ type: Owner }).',
  ]);
});

test.each([
  ['rows', [{ id: 1 }, row], 'Plain.rows contains [1].password, which Owner'],
  ['shop', shop, 'Plain.shop contains owners[0].password, which Owner'],
  ['staff', { id: 1, salary: 5 }, 'Plain.staff contains salary, which Staff'],
])('%s is told', async (path, sent, expected) => {
  await start();
  expect(await get(`/plain/${path}`)).toEqual(sent);
  expect(told()).toEqual([expect.stringContaining(expected)]);
});

test.each([
  ['instance', { id: 1 }],
  ['shop', { id: 1, owners: [{ id: 1 }] }],
  ['typed', { id: 1 }],
  ['admin', { id: 1, salary: 5 }],
  ['without', { id: 1 }],
  ['nothing', null],
  ['own', { id: 1 }],
])('%s is sent as documented, and nothing is told', async (path, sent) => {
  await start();
  expect(await get(`/kept/${path}`)).toEqual(sent);
  expect(told()).toEqual([]);
});

test('nothing is checked in production', async () => {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await start();
    expect(await get('/plain/row')).toEqual(row);
    expect(told()).toEqual([]);
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
});

test('@WriteOnly has no effect on class-transformer, which a diagnostic tells', async () => {
  await start();
  expect(await get('/plain/login')).toEqual({ id: 1, pin: '1' });
  expect(docs.diagnostics().filter(({ code }) => code === 'excluded-but-sent')).toEqual([
    expect.objectContaining({
      places: ['Plain.login'],
      message: expect.stringContaining('is sent with pin'),
    }),
  ]);
  expect(told()).toEqual([]);
});
