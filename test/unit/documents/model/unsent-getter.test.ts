import { Exclude, Expose, instanceToPlain, plainToInstance, Transform, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested, validateSync } from 'class-validator';
import {
  Docs,
  Example,
  Hidden,
  operation,
  Required,
  response,
  serialize,
  WriteOnly,
} from '../../../../src/index.js';
import { runnerOf } from '../../operations/run.js';
import { walk } from './walk.js';

// class-transformer sends getters with @Expose only. A decorated getter must not vanish without a word.

class WithRule {
  @IsString() first = 'a';
  @IsString() get full(): string {
    return this.first;
  }
}
class WithRequired {
  @IsString() first = 'a';
  @Required() get full(): string {
    return this.first;
  }
}
class WithExample {
  @IsString() first = 'a';
  @Example('b') get full(): string {
    return this.first;
  }
}
class WithSetter {
  @IsString() first = 'a';
  @IsString() get full(): string {
    return this.first;
  }
  set full(value: string) {
    this.first = value;
  }
}
class Inherits extends WithRule {
  @IsInt() age = 1;
}
class Exposed {
  @IsString() first = 'a';
  @Expose() @IsString() get full(): string {
    return this.first;
  }
}
class Renamed {
  @IsString() first = 'a';
  @Expose({ name: 'name' }) @Example('b') get full(): string {
    return this.first;
  }
}
class IsHidden {
  @IsString() first = 'a';
  @Hidden() @IsString() get full(): string {
    return this.first;
  }
}
class Excluded {
  @IsString() first = 'a';
  @Exclude() @IsString() get full(): string {
    return this.first;
  }
}
class IsWriteOnly {
  @IsString() first = 'a';
  @WriteOnly() @IsString() get full(): string {
    return this.first;
  }
  set full(value: string) {
    this.first = value;
  }
}
class Undecorated {
  @IsString() first = 'a';
  get full(): string {
    return this.first;
  }
}

test.each([
  ['a rule', WithRule, true],
  ['@Required()', WithRequired, true],
  ['@Example()', WithExample, true],
  ['a setter', WithSetter, true],
  ['a base class', Inherits, true],
  ['@Expose()', Exposed, false],
  ['a name of @Expose', Renamed, false],
  ['@Hidden()', IsHidden, false],
  ['@Exclude()', Excluded, false],
  ['@WriteOnly() and a setter', IsWriteOnly, false],
  ['no decorator', Undecorated, false],
])('a getter with %s is documented as it is sent', async (_, type, isReported) => {
  const get = operation(
    { method: 'GET', path: '/', responses: { 200: response('It', type) } },
    () => new type() as never,
  );
  const docs = new Docs({ info: { title: 'T', version: '1' }, diagnostics: 'silent' }).addOperations([get]);
  const [schema] = Object.values(docs.buildSpec().components!.schemas!);
  const sent = instanceToPlain(new type());
  const documented = Object.keys(schema!.properties!).sort();
  expect(documented).toEqual(Object.keys(sent).sort());
  expect(serialize(new type())).toEqual(sent);
  const { body } = await runnerOf(get)({ target: '/' });
  expect(body).toEqual(sent);
  const found = docs.diagnostics().filter(({ code }) => code === 'getter-not-sent');
  expect(found).toHaveLength(isReported ? 1 : 0);
  if (isReported) expect(found[0]!.message).toContain('Add @Expose(), or @Hidden()');
});

describe('a promise, as TypeORM makes of a lazy relation', () => {
  class Team {
    @IsString() name!: string;
  }
  class User {
    @IsString() name!: string;
    @IsOptional() @ValidateNested() @Type(() => Team) declare team: Promise<Team | undefined>;
  }
  class Exposed {
    @Expose() @Type(() => Team) declare team: Promise<Team | undefined>;
  }
  class Awaits {
    @Expose() @Transform(() => 'the team') declare team: Promise<Team | undefined>;
  }
  for (const { prototype } of [User, Exposed, Awaits]) {
    const teams = new WeakMap<object, unknown>();
    Object.defineProperty(prototype, 'team', {
      get(this: object): unknown {
        return Promise.resolve(teams.get(this));
      },
      set(this: object, team: unknown) {
        teams.set(this, team);
      },
      configurable: true,
    });
  }
  class Field {
    @Type(() => Team) team!: Promise<Team>;
  }
  const messageOf = (target: new () => object, direction: 'input' | 'output'): string | undefined =>
    walk(target, { direction }).diagnostics.find(({ place }) => place === `${target.name}.team`)?.message;

  it.each([User, Exposed, Field])('is reported in responses, which do not wait for it: %p', (target) => {
    expect(messageOf(target, 'output')).toContain('responses do not wait for it');
  });

  it('is reported in requests, which validation then rejects', () => {
    expect(messageOf(User, 'input')).toContain("OmitType(User, ['team'])");
    for (const body of [{ name: 'a' }, { name: 'a', team: { name: 'b' } }])
      expect(validateSync(plainToInstance(User, body))).toHaveLength(1);
  });

  it('is none where class-transformer makes another value of it', () => {
    expect(messageOf(Awaits, 'output')).not.toContain('promise');
  });
});
