import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsString } from 'class-validator';
import type { Constructor } from '../../../src/base/types.js';
import { Description } from '../../../src/index.js';
import { describeClass } from '../../../src/model/class-facts.js';

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

const ROWS: readonly (readonly [Constructor, isSilent: boolean, keys: string])[] = [
  [Ruled, true, 'ab'],
  [Below, true, 'abc'],
  [class extends null {} as unknown as Constructor, false, ''],
  [Described, false, 'ab'],
  [BelowDescribed, false, 'ab'],
  [DescribedAsAWhole, false, 'ab'],
  [Plugged, false, 'a'],
  [BelowPlugged, false, 'a'],
  [Recorded, false, 'a'],
  [BelowRecorded, false, 'a'],
  [Grafted, false, 'a'],
];

describe('what decorators record of a class', () => {
  it.each(ROWS)(
    'is looked for by name only where somebody may have recorded it: %p',
    (target, isSilent, keys) => {
      const facts = describeClass(target);
      expect(facts.isSilent).toBe(isSilent);
      expect(facts.properties.keys.join('')).toBe(keys);
    },
  );

  it('is read of the properties that there are', () => {
    const { properties } = describeClass(Below);
    expect(properties.values().map(({ key, design }) => [key, design])).toEqual([
      ['a', Number],
      ['b', String],
      ['c', String],
    ]);
    expect(properties.get('b')).toBe(properties.get('b'));
    expect(properties.get('constructor')).toBeUndefined();
    expect(properties.keys.filter((key) => properties.isPlain(key))).toEqual(['a', 'b', 'c']);
    expect(properties.keys.filter((key) => properties.isTyped(key))).toEqual(['b']);
  });
});
