import { Expose, plainToInstance } from 'class-transformer';
import { IsBoolean, IsEmail, IsIn, IsInt, IsString, Min, validateSync } from 'class-validator';
import { Docs, operation, response } from '../../../../src/index.js';
import { runnerOf } from '../../operations/run.js';
import { walk } from './walk.js';

// A setter may make another value of what a request has, and then the rules do not describe the request.

class Base {
  [key: string]: unknown;
  protected readonly row: Record<string, unknown> = {};
}
/** As the models of Sequelize. */
class Keeps extends Base {
  @Expose() @IsEmail() get a(): unknown {
    return this.row.a;
  }
  set a(value: unknown) {
    this.row.a = value;
  }
}
class KeepsOnce extends Base {
  @Expose() @IsEmail() get a(): unknown {
    return this.row.a;
  }
  set a(value: unknown) {
    this.row.a ??= value;
  }
}
class KeepsUnexposed extends Base {
  @IsEmail() get a(): unknown {
    return this.row.a;
  }
  set a(value: unknown) {
    this.row.a = value;
  }
}
class Trims extends Base {
  @Expose() @IsEmail() get a(): unknown {
    return this.row.a;
  }
  set a(value: unknown) {
    this.row.a = typeof value === 'string' ? value.trim() : value;
  }
}
class Rounds extends Base {
  @Expose() @IsInt() get a(): unknown {
    return this.row.a;
  }
  set a(value: unknown) {
    this.row.a = typeof value === 'number' ? Math.round(value) : value;
  }
}
class Caps extends Base {
  @Expose() @Min(0) get a(): unknown {
    return this.row.a;
  }
  set a(value: unknown) {
    this.row.a = typeof value === 'number' ? Math.max(0, value) : value;
  }
}
class ReadsTexts extends Base {
  @Expose() @IsBoolean() get a(): unknown {
    return this.row.a;
  }
  set a(value: unknown) {
    this.row.a = value === 'true' ? true : value;
  }
}
class HasDefault extends Base {
  @Expose() @IsIn(['x', 'y']) get a(): unknown {
    return this.row.a;
  }
  set a(value: unknown) {
    this.row.a = value ?? 'x';
  }
}
class Throws extends Base {
  @Expose() @IsString() get a(): unknown {
    return this.row.a;
  }
  set a(value: unknown) {
    if (typeof value !== 'string') throw new TypeError('a text, please');
    this.row.a = value;
  }
}
class Hides extends Base {
  @Expose() @IsString() set a(value: unknown) {
    this.row.a = value;
  }
}

const email = { type: 'string', format: 'email' };

function documentOf(target: new () => object): unknown {
  const put = operation(
    { method: 'PUT', path: '/', body: target, responses: { 204: response('Done') } },
    () => undefined,
  );
  const docs = new Docs({ info: { title: 'T', version: '1' }, diagnostics: 'silent' }).addOperations([put]);
  const { properties, required = [] } = docs.buildSpec().components!.schemas![target.name]!;
  return [properties!.a, required];
}

test.each([
  [Keeps, email, ['a']],
  [KeepsOnce, email, ['a']],
  [KeepsUnexposed, email, ['a']],
  [Trims, {}, []],
  [Rounds, {}, []],
  [Caps, {}, []],
  [ReadsTexts, {}, []],
  [HasDefault, {}, []],
  [Throws, {}, []],
  [Hides, {}, []],
])('the rules of a setter that %p describe requests as %j', (target, schema, required) => {
  expect(documentOf(target)).toEqual([schema, required]);
});

test.each([Keeps, KeepsOnce, KeepsUnexposed])('%p is validated as it is documented', async (target) => {
  const echo = operation(
    { method: 'PUT', path: '/', body: target, responses: { 200: response('It', String) } },
    ({ body }) => String((body as Base).a),
  );
  const ask = async (body: object): Promise<unknown> => {
    const { status, body: sent } = await runnerOf(echo)({
      target: '/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return [status, status === 200 && sent];
  };
  expect(await ask({ a: 'ann@example.com' })).toEqual([200, 'ann@example.com']);
  for (const body of [{ a: 'ann' }, {}, { a: null }]) {
    expect(await ask(body)).toEqual([400, false]);
    expect(validateSync(plainToInstance<object, object>(target, body))).toHaveLength(1);
  }
});

describe('a getter with a rule and without a setter', () => {
  class Computed {
    @IsString() first!: string;
    @Expose() @IsString() get upper(): string {
      return this.first.toUpperCase();
    }
  }
  class Private {
    readonly #first: string | undefined;
    @Expose() @IsString() get upper(): unknown {
      return this.#first;
    }
  }
  class Counts {
    @IsString() first!: string;
    @Expose() @Min(2) get upper(): number {
      return Object.values(this).join('').length;
    }
  }
  class Constant {
    @IsString() first!: string;
    @Expose() @IsInt() get upper(): unknown {
      return ['x'].join();
    }
  }

  it('is no demand on requests if it computes the value from other members', () => {
    expect(walk(Computed).codes).toEqual([]);
    expect(walk(Private).codes).toEqual([]);
    expect(walk(Counts).codes).toEqual([]);
    expect(validateSync(plainToInstance(Computed, { first: 'a' }))).toEqual([]);
  });

  it('is reported if its value is always invalid', () => {
    expect(walk(Constant).codes).toEqual(['left-out-but-required Constant.upper']);
    expect(validateSync(plainToInstance(Constant, { first: 'a' }))).toHaveLength(1);
  });
});

it('is not called for a class of responses only', () => {
  let calls = 0;
  class Counted {
    @Expose() @IsString() get a(): unknown {
      return 'x';
    }
    set a(_value: unknown) {
      calls += 1;
    }
  }
  const docs = new Docs({ info: { title: 'a', version: '1' } });
  docs.add({ method: 'GET', path: '/', responses: { 200: response('It', Counted) } });
  docs.buildSpec();
  expect(calls).toBe(0);
  docs.add({
    method: 'POST',
    path: '/',
    requestBody: { schema: Counted },
    responses: { 204: response('Done') },
  });
  docs.buildSpec();
  expect(calls).toBeGreaterThan(0);
});
