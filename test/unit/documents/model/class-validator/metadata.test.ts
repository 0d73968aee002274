import * as fc from 'fast-check';
import {
  Allow,
  getMetadataStorage,
  IsBoolean,
  IsDefined,
  IsEmail,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  MinLength,
  registerDecorator,
  Validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  ValidationTypes,
  ValidatorConstraint,
  type ValidationOptions,
} from 'class-validator';
import {
  ancestorsOf,
  metadataOf,
  ownRulesOf,
} from '../../../../../src/documents/model/class-validator/metadata.js';
import { resolveValidation } from '../../../../../src/documents/model/validation-options.js';
import { NO_PROPERTY_RULES } from '../../../../../src/documents/model/class-validator/rules.js';
import * as validation from '../../../../../src/documents/model/validation.js';
import { plainView } from '../../../../../src/documents/model/class-model.js';
import type { Constructor } from '../../../../../src/shared/types.js';
import type { View } from '../../../../../src/documents/model/types.js';

const inGroups = (...groups: string[]): View => ({ ...plainView('input'), groups });
const validationOf = (target: Constructor, view: View): validation.SelectedRules =>
  validation.selectRules(target, view, resolveValidation());
const validationOfA = (target: Constructor, view = plainView('input')): validation.Validation => ({
  running: validationOf(target, view).running.get('a') ?? NO_PROPERTY_RULES,
  view,
  options: resolveValidation(),
});
const ruleNames = (target: Constructor, view?: View): string[] =>
  validationOfA(target, view).running.rules.map(({ name }) => name);

/** `@IsDefined` is a type of its own, so no other rule displaces it. */
const RULE_TYPES = new Set([ValidationTypes.CUSTOM_VALIDATION, ValidationTypes.IS_DEFINED]);

function byProperty<T extends { propertyName: string }>(list: readonly T[]): Map<string, T[]> {
  const keys = [...new Set(list.map(({ propertyName }) => propertyName))];
  return new Map(keys.map((key) => [key, list.filter(({ propertyName }) => propertyName === key)]));
}

/** What class-validator itself says runs on each property. */
function theirs(target: Constructor, groups: readonly string[]): Map<string, unknown[]> {
  const all = getMetadataStorage().getTargetValidationMetadatas(
    target,
    '',
    false,
    false,
    groups.length === 0 ? undefined : [...groups],
  );
  return byProperty(all);
}

describe('Rules: class-validator decides which rules a class has', () => {
  const decorators: readonly ((options: ValidationOptions) => PropertyDecorator)[] = [
    (options) => IsString(options),
    (options) => IsInt(options),
    (options) => MinLength(2, options),
    (options) => MaxLength(9, options),
    (options) => IsDefined(options),
    (options) => IsOptional(options),
    (options) => ValidateIf(() => true, options),
    (options) => ValidateNested(options),
    (options) => Allow(options),
  ];
  const decoration = fc.record({
    key: fc.constantFrom('a', 'b', 'toString'),
    decorator: fc.constantFrom(...decorators),
    options: fc.record(
      {
        groups: fc.subarray(['g', 'h']),
        always: fc.boolean(),
        each: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  });
  const chain = fc.array(fc.array(decoration, { maxLength: 5 }), { minLength: 1, maxLength: 4 });

  function build(
    levels: readonly (readonly {
      key: string;
      decorator: (typeof decorators)[number];
      options: ValidationOptions;
    }[])[],
  ): Constructor[] {
    const classes: (new () => object)[] = [];
    for (const level of levels) {
      const Base = classes.at(-1) ?? Object;
      const Derived = class extends Base {};
      for (const { key, decorator, options } of level) decorator(options)(Derived.prototype, key);
      classes.push(Derived);
    }
    return classes;
  }

  it('gives the same rules for generated chains of classes, without groups', () => {
    fc.assert(
      fc.property(chain, (levels) => {
        for (const target of build(levels)) {
          const ours = metadataOf(target);
          const said = theirs(target, []);
          expect(new Set(ours.keys())).toEqual(new Set(said.keys()));
          for (const [key, list] of said) {
            expect(ours.get(key)).toHaveLength(list.length);
            expect(new Set(ours.get(key))).toEqual(new Set(list));
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same rules for generated chains of classes, with groups', () => {
    fc.assert(
      fc.property(chain, fc.subarray(['g', 'h', 'i'], { minLength: 1 }), (levels, groups) => {
        for (const target of build(levels)) {
          const ours = validationOf(target, inGroups(...groups));
          for (const key of ['a', 'b', 'toString']) {
            const said = (theirs(target, groups).get(key) ?? []) as { type: string; name?: string }[];
            const rules = said.filter(({ type }) => RULE_TYPES.has(type));
            const conditions = said.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
            const found = ours.running.get(key) ?? NO_PROPERTY_RULES;
            expect(found.rules.map(({ name }) => name).sort()).toEqual(rules.map(({ name }) => name).sort());
            expect(found.optional).toBe(conditions.some(({ name }) => name === 'isOptional'));
            expect(found.conditions.length).toBe(
              conditions.filter(({ name }) => name !== 'isOptional').length,
            );
            expect(found.nested !== 'none').toBe(
              said.some(({ type }) => type === ValidationTypes.NESTED_VALIDATION),
            );
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('class-validator facts: redeclared properties', () => {
  class Base {
    @IsString() @MinLength(2) a!: unknown;
  }

  it('a rule of the subclass drops all rules of the base on that property', () => {
    class Derived extends Base {
      @IsInt() declare a: unknown;
    }
    expect(ruleNames(Base).sort()).toEqual(['isString', 'minLength']);
    expect(ruleNames(Derived)).toEqual(['isInt']);
  });

  it('a redeclaration without rules drops none', () => {
    class Derived extends Base {
      declare a: string;
    }
    expect(ruleNames(Derived).sort()).toEqual(['isString', 'minLength']);
  });

  it('keeps @IsOptional of the base class', () => {
    class Relaxed {
      @IsOptional() @IsString() a?: unknown;
    }
    class Derived extends Relaxed {
      @IsInt() declare a: unknown;
    }
    expect(validationOfA(Derived).running).toMatchObject({ optional: true, rules: [{ name: 'isInt' }] });
  });

  it('drops @IsOptional of the base where the subclass has @ValidateIf', () => {
    class Relaxed {
      @IsOptional() @IsString() a?: unknown;
    }
    class Derived extends Relaxed {
      @ValidateIf(() => true) declare a: unknown;
    }
    expect(validationOfA(Derived).running).toMatchObject({ optional: false, rules: [{ name: 'isString' }] });
    expect(validationOfA(Derived).running.conditions).toHaveLength(1);
  });

  it('keeps @IsDefined of the base class, which has its own type', () => {
    class Strict {
      @IsDefined() @IsString() a!: unknown;
    }
    class Derived extends Strict {
      @IsInt() declare a: unknown;
    }
    expect(ruleNames(Derived).sort()).toEqual(['isDefined', 'isInt']);
  });

  it('rules of several base classes do not displace each other', () => {
    class Middle extends Base {
      @IsInt() declare a: unknown;
    }
    class Derived extends Middle {
      @Allow() declare a: unknown;
    }
    expect(ruleNames(Derived).sort()).toEqual(['isInt', 'isString', 'minLength']);
  });

  it('in a group, a rule of another group overrides no rule', () => {
    class Grouped {
      @IsString({ groups: ['g'] }) a!: unknown;
    }
    class Derived extends Grouped {
      @IsInt({ groups: ['h'] }) declare a: unknown;
    }
    expect(ruleNames(Derived, inGroups('g'))).toEqual(['isString']);
    expect(ruleNames(Derived, inGroups('h'))).toEqual(['isInt']);
    expect(ruleNames(Derived)).toEqual(['isInt']);
  });
});

describe('class-validator facts: groups', () => {
  class Grouped {
    @IsString({ groups: ['g'] })
    @MinLength(2, { always: true })
    @MaxLength(3)
    @IsEmail({}, { groups: ['g', 'h'] })
    a!: string;
  }

  it.each([
    [[], ['isEmail', 'isString', 'maxLength', 'minLength']],
    [['g'], ['isEmail', 'isString', 'minLength']],
    [['h'], ['isEmail', 'minLength']],
    [['other'], ['minLength']],
    [
      ['other', 'h'],
      ['isEmail', 'minLength'],
    ],
  ])('for the groups %j, runs the rules %j', (groups, rules) => {
    expect(ruleNames(Grouped, inGroups(...groups)).sort()).toEqual(rules);
  });

  it('makes properties of other groups optional in a response, too', () => {
    const view: View = { ...inGroups('other'), direction: 'output' };
    expect(ruleNames(Grouped, view)).toEqual(['minLength']);
  });

  it('groups that no rule of the class names are class-transformer’s: in a response every rule holds', () => {
    class Plain {
      @IsString() a!: string;
    }
    expect(ruleNames(Plain, { ...inGroups('other'), direction: 'output' })).toEqual(['isString']);
    expect(ruleNames(Plain, inGroups('other'))).toEqual([]);
  });

  it('the type of a property does not depend on the requested groups', () => {
    const names = validationOf(Grouped, inGroups('other'))
      .declared.get('a')
      ?.rules.map(({ name }) => name);
    expect(names?.sort()).toEqual(['isEmail', 'isString', 'maxLength', 'minLength']);
  });
});

describe('class-validator facts: what each decorator comes to', () => {
  @ValidatorConstraint({ name: 'isEven' })
  class IsEvenConstraint {
    validate(value: unknown): boolean {
      return Number(value) % 2 === 0;
    }
  }
  @ValidatorConstraint()
  class NamelessConstraint {
    validate(): boolean {
      return true;
    }
  }
  const IsOdd = (): PropertyDecorator => (target, key) => {
    registerDecorator({
      name: 'isOdd',
      target: target.constructor,
      propertyName: key as string,
      constraints: [1],
      validator: { validate: (value) => Number(value) % 2 === 1 },
    });
  };
  const onA = (...decorators: PropertyDecorator[]): Constructor => {
    class Target {}
    for (const decorator of decorators) decorator(Target.prototype, 'a');
    return Target;
  };

  it.each<[string, PropertyDecorator, object]>([
    ['@MinLength', MinLength(3), { name: 'minLength', constraints: [3], each: false, condition: undefined }],
    ['each', IsInt({ each: true }), { name: 'isInt', each: true }],
    ['validateIf', Min(1, { validateIf: () => false }), { name: 'min', constraints: [1] }],
    ['@Validate', Validate(IsEvenConstraint, [2]), { name: 'isEven', constraints: [2] }],
    ['@Validate without a name', Validate(NamelessConstraint), { name: 'NamelessConstraint' }],
    ['registerDecorator', IsOdd(), { name: 'isOdd', constraints: [1] }],
    ['@ValidateBy', ValidateBy({ name: 'own', validator: { validate: () => true } }), { name: 'own' }],
  ])('%s', (_, decorator, rule) => {
    expect(validationOfA(onA(decorator)).running.rules).toMatchObject([rule]);
  });

  it.each<[string, PropertyDecorator, Partial<validation.Validation['running']>]>([
    ['@ValidateNested', ValidateNested(), { nested: 'value', rules: [] }],
    ['@ValidateNested each', ValidateNested({ each: true }), { nested: 'each', rules: [] }],
    ['@IsOptional', IsOptional(), { optional: true, rules: [], conditions: [] }],
    ['@Allow', Allow(), { optional: false, nested: 'none', rules: [] }],
  ])('does not list %s as a rule', (_, decorator, expected) => {
    expect(validationOfA(onA(decorator)).running).toMatchObject(expected);
  });

  it.each<[string, unknown, boolean, PropertyDecorator[]]>([
    ['@IsString', undefined, false, [IsString()]],
    ['@IsString', null, false, [IsString()]],
    ['@IsString', '', true, [IsString()]],
    ['@IsInt and @Min', 4, false, [IsInt(), Min(5)]],
    ['@IsInt and @Min', 5, true, [IsInt(), Min(5)]],
    ['each on a list', [1, 'x'], false, [IsInt({ each: true })]],
    ['each on a list', [1], true, [IsInt({ each: true })]],
    ['each on a scalar', 1, true, [IsInt({ each: true })]],
    ['each on nothing', undefined, false, [IsInt({ each: true })]],
    ['@ValidateNested', undefined, true, [ValidateNested()]],
    ['@ValidateNested', null, false, [ValidateNested()]],
    ['@ValidateNested on an object of no class', {}, false, [ValidateNested()]],
    ['@ValidateNested', [], true, [ValidateNested()]],
    ['@Allow', undefined, true, [Allow()]],
    ['a rule of our own making is not asked', 2, true, [IsOdd()]],
    ['a custom constraint is not asked', 1, true, [Validate(IsEvenConstraint)]],
    ['a custom constraint is asked about absence', undefined, false, [Validate(IsEvenConstraint)]],
    ['a rule that is off', undefined, true, [IsString({ validateIf: () => false })]],
  ])('%s accepts %j: %j', (_, value, accepted, decorators) => {
    expect(validation.acceptsValue(validationOfA(onA(...decorators)), value)).toBe(accepted);
  });

  it('keeps properties in the order they are declared, without those of the base', () => {
    class Base {
      @IsString() z!: string;
    }
    class Derived extends Base {
      @IsBoolean() y!: boolean;
      @IsNumber() @Min(1) x!: number;
    }
    expect(ownRulesOf(Derived).keys).toEqual(['y', 'x']);
    expect([...validationOf(Derived, plainView('input')).declared.keys()]).toEqual(['z', 'y', 'x']);
    expect(ancestorsOf(Derived)).toEqual([Base]);
    expect(ancestorsOf(Base)).toEqual([]);
  });
});
