import * as own from 'class-transformer';
import { IsString } from 'class-validator';
import { Docs, operation, response } from '../../../../../src/index.js';
import { serialize } from '../../../../../src/serialize/serialize.js';
import { loadOtherCopy } from '../../../../support/class-transformer-copy.js';

type Copy = Pick<typeof own, 'Exclude' | 'Expose' | 'Transform' | 'Type'>;

type Decorate = (copy: Copy) => new () => object;

const DECORATED: Readonly<Record<string, Decorate>> = {
  '@Exclude of a property': (copy) => {
    class User {
      @IsString() name!: string;
      @IsString() @copy.Exclude() password!: string;
    }
    return User;
  },
  '@Exclude of a class': (copy) => {
    @copy.Exclude()
    class User {
      @IsString() name!: string;
    }
    return User;
  },
  '@Expose of a base class': (copy) => {
    class Named {
      @copy.Expose({ name: 'n' }) @IsString() name!: string;
    }
    class User extends Named {
      @IsString() password!: string;
    }
    return User;
  },
  '@Transform': (copy) => {
    class User {
      @copy.Transform(({ value }) => value as unknown) @IsString() name!: string;
    }
    return User;
  },
  '@Type': (copy) => {
    class User {
      @copy.Type(() => String) @IsString() name!: string;
    }
    return User;
  },
};

function codesOf(type: new () => object): string[] {
  const docs = new Docs({ info: { title: 'Copies', version: '1' } });
  docs.add({ method: 'GET', path: '/users', responses: { 200: response('Users', type) } });
  return docs.diagnostics().map(({ code, place }) => `${code} ${place}`);
}

describe('two copies of class-transformer', () => {
  const other = loadOtherCopy();

  test.each(Object.entries(DECORATED))('%s', (_, decorate) => {
    expect(codesOf(decorate(own))).toEqual([]);
    expect(codesOf(decorate(other))).toEqual(['two-copies User']);
  });

  test.each(Object.entries(DECORATED))('serialize refuses instances: %s', (_, decorate) => {
    expect(serialize(new (decorate(own))())).toBeDefined();
    expect(() => serialize(new (decorate(other))())).toThrow(/^User: Another copy .*two-copies/);
  });

  test('no operation sends what the other copy excludes', () => {
    const type = DECORATED['@Exclude of a property']!(other);
    const list = operation(
      { method: 'GET', path: '/users', responses: { 200: response('Users', type) } },
      () => [],
    );
    const register = (): unknown =>
      new Docs({ info: { title: 'Copies', version: '1' } }).addOperations([list as never]);
    expect(register).toThrow(
      /Another copy of class-transformer .*cjs\/storage\.js \(dtospec uses .*two-copies/s,
    );
  });
});
