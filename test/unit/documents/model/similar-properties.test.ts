import { Expose, Transform, Type } from 'class-transformer';
import * as v from 'class-validator';
import type { Finding } from '../../../../src/shared/diagnostics.js';
import { createModeller, plainView } from '../../../../src/documents/model/class-model.js';
import { registerRule } from '../../../../src/documents/rules/register.js';
import {
  resolveValidation,
  type ValidationOptions,
} from '../../../../src/documents/model/validation-options.js';
import { say } from './walk.js';
import { body, Docs, Nullable, ReadOnly, Required, response, type Endpoint } from '../../../../src/index.js';

class Inner {
  @v.IsInt() size!: number;
}
class Other {
  @v.IsOptional() @v.IsString() text?: string;
}
class Ruleless {}

/** Properties that are nearly alike: what is made of one must not be taken for the other. */
const NEARLY: Readonly<Record<string, readonly [PropertyDecorator[], PropertyDecorator[]]>> = {
  'another limit': [[v.MaxLength(3)], [v.MaxLength(4)]],
  'limits that exclude each other': [
    [v.MinLength(2), v.MaxLength(5)],
    [v.MinLength(5), v.MaxLength(2)],
  ],
  'limits the other way round': [
    [v.IsInt(), v.Min(2), v.Max(5)],
    [v.IsInt(), v.Max(2), v.Min(5)],
  ],
  'limits beside a rule that has its own': [
    [v.IsPositive(), v.IsLatitude(), v.Max(5)],
    [v.IsPositive(), v.IsLatitude(), v.Max(500)],
  ],
  'both limits': [[v.Length(2, 5)], [v.Length(2, 6)]],
  'a limit of a list': [[v.ArrayMaxSize(2)], [v.ArrayMaxSize(3)]],
  'a limit of elements': [[v.MaxLength(3)], [v.MaxLength(3, { each: true })]],
  'a limit that says nothing': [[v.MinLength(1)], [v.MinLength(0)]],
  'a limit below zero': [[v.Max(1)], [v.Max(-1)]],
  'a limit that is no integer': [[v.Min(1)], [v.Min(0.5)]],
  'a limit that is no number': [[v.Max(1)], [v.Max(NaN)]],
  'a limit in a list of values': [[v.IsIn([1])], [v.IsIn([2])]],
  'an amount that is no limit': [[v.IsDivisibleBy(2)], [v.IsDivisibleBy(3)]],
  'a value that is no limit': [[v.Equals(2)], [v.Equals(3)]],
  'another class': [
    [v.ValidateNested(), Type(() => Inner)],
    [v.ValidateNested(), Type(() => Other)],
  ],
  'another class of elements': [
    [v.IsArray(), v.ValidateNested({ each: true }), Type(() => Inner)],
    [v.IsArray(), v.ValidateNested({ each: true }), Type(() => Other)],
  ],
  'the size of a list of a class': [
    [v.ArrayMaxSize(2), v.ValidateNested({ each: true }), Type(() => Inner)],
    [v.ArrayMaxSize(3), v.ValidateNested({ each: true }), Type(() => Other)],
  ],
  'a class that is not validated': [[v.ValidateNested(), Type(() => Inner)], [Type(() => Other)]],
  'a class without rules': [
    [v.ValidateNested(), Type(() => Inner)],
    [v.ValidateNested(), Type(() => Ruleless)],
  ],
  'a class that may be absent': [
    [v.ValidateNested(), Type(() => Inner)],
    [v.IsOptional(), v.ValidateNested(), Type(() => Other)],
  ],
  'a class that a rule refuses': [
    [v.IsString(), Type(() => Inner)],
    [v.IsObject(), Type(() => Other)],
  ],
  'a date': [
    [v.IsDate(), Type(() => Date)],
    [v.IsDate(), Type(() => Inner)],
  ],
  'a class that depends on the object': [
    [v.ValidateNested(), Type(() => Inner)],
    [v.ValidateNested(), Type((help) => (help?.object.a === 1 ? Inner : Other))],
  ],
  'a class and no type': [[v.ValidateNested(), Type(() => Inner)], [v.ValidateNested()]],
  'other values': [[v.IsIn(['a', 'b'])], [v.IsIn(['ab'])]],
  'values of another type': [[v.IsIn([1])], [v.IsIn(['1'])]],
  'another flag': [[v.Matches(/a/)], [v.Matches(/a/i)]],
  'a pattern and its text': [[v.IsIn(['/a/'])], [v.IsIn([/a/])]],
  each: [[v.IsString()], [v.IsString({ each: true })]],
  'an option': [[v.IsNumber()], [v.IsNumber({ maxDecimalPlaces: 2 })]],
  'another option': [[v.IsNumber({ maxDecimalPlaces: 1 })], [v.IsNumber({ maxDecimalPlaces: 2 })]],
  'another enum': [[v.IsEnum({ A: 'a' })], [v.IsEnum({ A: 'b' })]],
  'an identifier': [[v.ArrayUnique()], [v.ArrayUnique((one: { id: string }) => one.id)]],
  'a rule that is optional': [[v.IsInt()], [v.IsInt(), v.IsOptional()]],
  'a group': [[v.IsInt()], [v.IsInt({ groups: ['g'] })]],
  'a condition': [[v.IsInt()], [v.IsInt(), v.ValidateIf((_, value) => value !== null)]],
  'a condition of its own': [[v.IsInt()], [v.IsInt({ validateIf: (_, value) => value !== null })]],
  required: [
    [v.IsInt(), v.IsOptional()],
    [v.IsInt(), v.IsOptional(), Required()],
  ],
  nullable: [
    [v.IsOptional(), v.IsInt()],
    [v.IsOptional(), v.IsInt(), Nullable()],
  ],
  'read only': [[v.IsInt()], [v.IsInt(), ReadOnly()]],
  'another name': [[v.IsInt()], [v.IsInt(), Expose({ name: 'other' })]],
  'a transform': [[v.IsInt()], [v.IsInt(), Transform(({ value }) => value as unknown)]],
  'a validator that goes by the name of another': [
    [v.IsEmail()],
    [v.ValidateBy({ name: 'isEmail', constraints: [undefined], validator: { validate: () => true } })],
  ],
  'a validator that goes by the name of another beside a rule that refuses absence': [
    [v.IsEmail(), v.MaxLength(9)],
    [
      v.ValidateBy({ name: 'isEmail', constraints: [undefined], validator: { validate: () => true } }),
      v.MaxLength(9),
    ],
  ],
  'a validator that goes by the name of a kind of decorators': [
    [v.Allow()],
    [v.ValidateBy({ name: 'whitelistValidation', validator: { validate: (value) => value === 1 } })],
  ],
  'a validator that goes by the name of @IsOptional': [
    [v.IsInt(), v.IsOptional()],
    [v.IsInt(), v.ValidateBy({ name: 'isOptional', validator: { validate: () => true } })],
  ],
};

function classWith(name: string, decorators: readonly PropertyDecorator[]): new () => object {
  const target = { [name]: class {} }[name]!;
  for (const decorate of decorators) decorate(target.prototype, 'value');
  return target;
}

const endpointOf = (target: new () => object): Endpoint => ({
  method: 'POST',
  path: `/${target.name}`,
  queryParams: target,
  requestBody: body(target),
  responses: { 200: response('Done', target) },
});

const documentOf = (...targets: (new () => object)[]) => {
  const docs = new Docs({ info: { title: 'T', version: '1' } }).addAll(...targets.map(endpointOf));
  const { paths, components } = docs.buildSpec();
  return { paths, schemas: components?.schemas, diagnostics: docs.diagnostics({ notes: true }) };
};

describe('classes have the same document together and alone', () => {
  it.each(Object.entries(NEARLY))('distinguishes classes that differ in %s', (_, [some, others]) => {
    const [a, b] = [classWith('A', some), classWith('B', others)];
    for (const [first, second] of [
      [a, b],
      [b, a],
    ] as const) {
      const together = documentOf(first, second);
      for (const one of [a, b]) {
        const alone = documentOf(one);
        expect(together.paths).toMatchObject(alone.paths);
        for (const [name, schema] of Object.entries(alone.schemas ?? {}))
          expect(together.schemas).toHaveProperty([name], schema);
      }
    }
  });

  it('distinguishes the numbers of a rule that the application describes', () => {
    registerRule('isByteLength', ([size]) => (size === 1 ? {} : { enum: ['a'] }));
    const modelOf = createModeller(resolveValidation({}), () => undefined);
    const kinds = [1, 2].map((size) => {
      const target = classWith('A', [v.IsByteLength(size, 9), Reflect.metadata('design:type', String)]);
      return modelOf(target, plainView('input')).properties.map(({ type }) => say(type));
    });
    expect(kinds).toEqual([['string'], ['unknown']]);
  });

  it('distinguishes a property with the name of a member of every object', () => {
    const findings: string[] = [];
    const modelOf = createModeller(resolveValidation({}), ({ code, place }) =>
      findings.push(`${code} ${place}`),
    );
    for (const key of ['size', 'valueOf']) {
      const target = class Sized {};
      v.IsInt()(target.prototype, key);
      modelOf(target, plainView('input'));
    }
    expect(findings.slice(-1)).toEqual(['inherited-property-name Sized.valueOf']);
  });

  it('reports for each class the diagnostics of a single one', () => {
    const rules = [v.IsMACAddress()];
    const { diagnostics } = documentOf(classWith('A', rules), classWith('B', rules));
    expect(diagnostics.find(({ code }) => code === 'looser-rule')?.places).toEqual(['A.value', 'B.value']);
  });

  it('keeps them apart from what transformDocument edits', () => {
    const rules = [v.IsInt(), v.Min(1)];
    const [a, b] = [classWith('A', rules), classWith('B', rules)];
    const docs = new Docs({
      info: { title: 'T', version: '1' },
      transformDocument: (document) => {
        document.components!.schemas!.A!.properties!.value!.minimum! += 1;
        document.paths['/A']!.post!.parameters![0]!.schema!.minimum = 9;
        return document;
      },
    }).addAll(endpointOf(a), endpointOf(b));
    for (const path of ['/again', '/and-again']) {
      const { components, paths } = docs.buildSpec();
      expect(components).toMatchObject({
        schemas: {
          A: { properties: { value: { minimum: 2 } } },
          B: { properties: { value: { minimum: 1 } } },
        },
      });
      expect(paths['/B']!.post!.parameters![0]!.schema).toEqual({ type: 'integer', minimum: 1 });
      docs.add({ ...endpointOf(b), path });
    }
  });
});

/** Under which a request may be read otherwise than a response is written. */
const OPTIONS: readonly ValidationOptions[] = [
  {},
  { skipNullProperties: true },
  { skipMissingProperties: true },
  { skipUndefinedProperties: true },
  { enableImplicitConversion: true },
  { strategy: 'excludeAll' },
  { excludeExtraneousValues: true },
  { whitelist: true, forbidNonWhitelisted: true },
  { strictGroups: true },
  { groups: ['g'] },
];
const DIRECTED: Readonly<Record<string, readonly PropertyDecorator[]>> = {
  date: [v.IsDate()],
  instance: [v.IsInstance(URL)],
  list: [v.IsArray(), v.IsInt({ each: true })],
  nothing: [v.Allow()],
};

describe('a property in a request and in a response', () => {
  const rows = [...Object.entries(NEARLY).flatMap(([, pair]) => pair), ...Object.values(DIRECTED)];
  const targets = rows.map((decorators, index) => classWith(`Class${String(index)}`, decorators));
  const both = ['input', 'output'] as const;

  /** Models without what stands for their shapes, and what is said of them. */
  const read = (options: ValidationOptions, ...directions: readonly ('input' | 'output')[]) => {
    const findings: Finding[] = [];
    const modelOf = createModeller(resolveValidation(options), (finding) => findings.push(finding));
    return directions.map((direction) => {
      const models = targets.map((target) => modelOf(target, plainView(direction)).properties);
      const plain = models.map((properties) =>
        properties.map(({ type, ...property }) => ({ ...property, type: say(type) })),
      );
      return { plain, findings: findings.splice(0) };
    });
  };

  it.each(OPTIONS)('has the same response schema as alone: %j', (options) => {
    const alone = both.map((direction) => read(options, direction)[0]!);
    const [input, output] = alone.map(({ plain }) => plain);
    expect(read(options, 'input', 'output').map(({ plain }) => plain)).toEqual([input, output]);
    expect(read(options, 'output', 'input').map(({ plain }) => plain)).toEqual([output, input]);
  });

  it.each(OPTIONS)('is not taken from a request with other options: %j', (options) => {
    class Grouped {
      @v.IsString() @v.MinLength(2, { groups: ['g'] }) text!: string;
    }
    const validation = resolveValidation(options);
    const alone = createModeller(validation, () => undefined)(Grouped, plainView('input'));
    const modelOf = createModeller(resolveValidation(), () => undefined);
    modelOf(Grouped, plainView('input'));
    const beside = modelOf(Grouped, { ...plainView('input'), validation });
    const decided = ({ properties }: typeof alone) =>
      properties.map(({ presence, rules }) => ({ presence, rules: rules.map(({ name }) => name) }));
    expect(decided(beside)).toEqual(decided(alone));
  });

  it('has reported the diagnostics of the request, whichever is read first', () => {
    const ofRequests = read({}, 'input')[0]!.findings.map(({ code }) => code);
    expect(ofRequests).toEqual(expect.arrayContaining(['date-without-type', 'instance-without-type']));
    const ofBoth = read({}, 'output', 'input').flatMap(({ findings }) => findings);
    for (const code of ofRequests) expect(ofBoth.map((finding) => finding.code)).toContain(code);
    const places = (findings: readonly Finding[]) => findings.map(({ code, place }) => `${code} ${place}`);
    expect(places(ofBoth)).toEqual(expect.arrayContaining(places(read({}, 'input')[0]!.findings)));
  });
});
