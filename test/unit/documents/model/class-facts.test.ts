import 'reflect-metadata';
import { instanceToPlain, plainToInstance, Type } from 'class-transformer';
import { IsInt, IsString } from 'class-validator';
import type { Constructor } from '../../../../src/shared/types.js';
import { Description, jsonSchemaOf, serialize } from '../../../../src/index.js';
import { useFacts } from '../../../../src/documents/model/facts/active-facts.js';
import type { TypeFact } from '../../../../src/documents/model/facts/facts-file.js';
import { describeClass } from '../../../../src/documents/model/class-facts.js';

class Ruled {
  @IsInt() a!: number;
  @Type(() => Date) @IsString() b!: string;
}
class Below extends Ruled {
  @IsString() c!: string;
}
class Described {
  @IsInt() a!: number;
  @Description('Of ours') b!: string;
}
class BelowDescribed extends Described {}
@Description('Of ours')
class DescribedAsAWhole extends Ruled {}
class Plugged {
  static _OPENAPI_METADATA_FACTORY = () => ({ a: { required: true } });
  @IsInt() a!: number;
}
class BelowPlugged extends Plugged {}
class Recorded {
  @IsInt() a!: number;
}
Reflect.defineMetadata('anything', true, Recorded.prototype);
class BelowRecorded extends Recorded {}
class Grafted {
  @IsInt() a!: number;
}
Object.setPrototypeOf(Grafted, Described);

const ROWS: readonly (readonly [Constructor, keys: string])[] = [
  [Ruled, 'ab'],
  [Below, 'abc'],
  [class extends null {} as unknown as Constructor, ''],
  [Described, 'ab'],
  [BelowDescribed, 'ab'],
  [DescribedAsAWhole, 'ab'],
  [Plugged, 'a'],
  [BelowPlugged, 'a'],
  [Recorded, 'a'],
  [BelowRecorded, 'a'],
  [Grafted, 'a'],
];

describe('records of decorators on a class', () => {
  it.each(ROWS)('names the properties of %p', (target, keys) => {
    expect([...describeClass(target).properties.keys()].join('')).toBe(keys);
  });

  it('contains the type of each property', () => {
    const { properties } = describeClass(Below);
    expect([...properties.values()].map(({ key, design }) => [key, design])).toEqual([
      ['a', Number],
      ['b', String],
      ['c', String],
    ]);
    expect(properties.get('constructor')).toBeUndefined();
  });
});

const string = { type: 'string' };

function load(types: Readonly<Record<string, TypeFact>>): void {
  const none = { sources: {}, handlers: {}, operations: {} };
  useFacts({ facts: 1, typescript: '5.9.3', strictNulls: true, ...none, types }, false);
}

describe('facts of a class', () => {
  it('add no property to requests that whitelist removes', () => {
    class Kitten {
      @IsString() name!: string;
      weight!: string;
    }
    const members = { name: { schema: string }, weight: { schema: string } };
    load({ 'src/kitten.ts#Kitten': { name: 'Kitten', class: 'Kitten', decorated: true, members } });
    const found: string[] = [];
    const schemaWith = (whitelist: boolean): object =>
      jsonSchemaOf(Kitten, {
        refs: 'inline',
        validation: { whitelist },
        onDiagnostic: ({ code }) => void found.push(code),
      });
    expect(schemaWith(false)).toMatchObject({ properties: { name: string, weight: string } });
    expect(schemaWith(true)).toEqual({ type: 'object', properties: { name: string }, required: ['name'] });
    expect(found).toEqual([]);
  });
});

describe('a setter without a getter', () => {
  const hashes = new WeakMap<object, string>();
  class Account {
    /** As MikroORM defines the properties of its entities. */
    @IsString() set name(value: string) {
      Object.defineProperty(this, 'name', { value, writable: true, enumerable: true, configurable: true });
    }
    @IsString() set password(value: string) {
      hashes.set(this, [...value].reverse().join(''));
    }
  }
  const schemaOf = (direction: 'input' | 'output'): unknown =>
    jsonSchemaOf(Account, { direction, refs: 'inline' }).properties;

  it('is a field if it defines one, and else is only in requests', () => {
    expect(schemaOf('input')).toEqual({ name: { type: 'string' }, password: { type: 'string' } });
    expect(schemaOf('output')).toEqual({ name: { type: 'string' } });
  });

  it('is sent as class-transformer sends it', () => {
    const account = plainToInstance(Account, { name: 'Ann', password: 'secret' });
    expect(serialize(account)).toEqual({ name: 'Ann' });
    expect(instanceToPlain(account)).toEqual({ name: 'Ann' });
    expect(hashes.get(account)).toBe('terces');
  });
});
