import { Exclude, plainToInstance } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateIf, validateSync } from 'class-validator';
import { walk } from './walk.js';

describe('what is left out of requests, yet checked', () => {
  class Demanded {
    @Exclude() @IsInt() a!: number;
  }
  class BadDefault {
    @Exclude() @IsOptional() @IsInt() a: unknown = 'none';
  }
  class BadGetter {
    @IsOptional() @IsInt() get a(): unknown {
      return [].join();
    }
  }
  class GoodDefault {
    @Exclude() @IsInt() a = 5;
  }
  class NoDefault {
    @Exclude() @IsOptional() @IsInt() a?: number;
  }
  class NullDefault {
    @Exclude() @IsOptional() @IsString() a = null;
  }
  class Freed {
    @Exclude() @ValidateIf((_, value) => value !== 'none') @IsInt() a: unknown = 'none';
  }

  it.each([Demanded, BadDefault, BadGetter])('lets no request pass: %p', (target) => {
    expect(walk(target).codes).toContain(`left-out-but-required ${target.name}.a`);
    expect(validateSync(plainToInstance<object, object>(target, {}))).toHaveLength(1);
  });

  it.each([GoodDefault, NoDefault, NullDefault, Freed])('or lets it: %p', (target) => {
    expect(walk(target).codes).toEqual([]);
    expect(validateSync(plainToInstance<object, object>(target, {}))).toEqual([]);
  });

  it('is nothing to responses', () => {
    expect(walk(BadDefault, { direction: 'output' }).codes).toEqual([]);
  });
});
