import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsString } from 'class-validator';
import type { Constructor } from '../../../../src/shared/types.js';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Description, jsonSchemaOf } from '../../../../src/index.js';
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
  it('are those of the file that it was compiled from', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dtospec-facts-'));
    for (const name of ['one', 'two']) {
      mkdirSync(path.join(folder, 'dist', name), { recursive: true });
      writeFileSync(path.join(folder, 'dist', name, 'cat.js'), 'exports.Cat = class Cat {};');
    }
    // The facts look among the modules that Node has loaded, which Jest's own `require` does not list.
    const { createRequire: create } = process.getBuiltinModule('node:module') as {
      createRequire: typeof createRequire;
    };
    const require = create(path.join(folder, 'index.js'));
    const [one, two] = ['one', 'two'].map((name) => require(`./dist/${name}/cat.js`) as { Cat: Constructor });
    load({
      'src/one/cat.ts#Cat': {
        name: 'Cat',
        class: 'Cat',
        members: { name: { schema: string, required: true } },
      },
    });
    const schemaOf = (target: Constructor): object =>
      jsonSchemaOf(target, { direction: 'output', refs: 'inline' });
    expect(schemaOf(one!.Cat)).toMatchObject({ properties: { name: string }, required: ['name'] });
    expect(schemaOf(two!.Cat)).not.toHaveProperty('properties');
    rmSync(folder, { recursive: true });
  });

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
