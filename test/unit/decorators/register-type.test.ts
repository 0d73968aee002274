import { IsString, ValidateNested } from 'class-validator';
import {
  ConfigError,
  Description,
  jsonSchemaOf,
  registerType,
  serialize,
  type TypeInput,
  typeTransform,
} from '../../../src/index.js';

const TEXT = { type: 'string' } as const;

class Known {
  constructor(readonly text: string) {}
}

const definition = {
  schema: TEXT,
  parse: (text: string): Known => new Known(text),
  write: ({ text }: Known): string => text,
};
registerType(Known, definition);

class Described {
  @Description('A DTO') text!: string;
}
class Validated {
  @IsString() text!: string;
}
class Fresh {
  declare text: string;
}

function refusalOf(target: unknown, given: unknown): string {
  try {
    registerType(target as typeof Known, given as typeof definition);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return 'accepted';
}

const { parse, write } = definition;

it.each([
  [undefined, definition, /types: registerType\(\) needs a class, not undefined\. Import the module/],
  [() => 1, definition, /needs a class, not a function/],
  [Date, definition, /Date: registerType\(\) cannot change a built-in class/],
  [Described, definition, /Described: registerType\(\) cannot register a DTO class/],
  [Fresh, undefined, /Fresh: registerType\(\) needs an object of options, not undefined/],
  [
    Fresh,
    { parse, write },
    /Fresh: registerType\(\) needs schema\. A definition has parse, write and schema/,
  ],
  [Fresh, { schema: TEXT, write }, /Fresh: registerType\(\) needs parse\./],
  [Fresh, { schema: TEXT, parse }, /Fresh: registerType\(\) needs write\./],
  [Fresh, { input: TEXT, parse, write }, /Fresh: registerType\(\) needs output\./],
  [
    Fresh,
    { schema: TEXT, input: TEXT, output: TEXT, parse, write },
    /has no option schema\. Options are input/,
  ],
  [Fresh, { shcema: TEXT, parse, write }, /has no option shcema\. Options are schema, parse, write\./],
  [Fresh, { schema: TEXT, parse: 'x', write }, /needs a function for parse, not "x"/],
  [
    Known,
    { ...definition, schema: { type: 'integer' } },
    /Known: registerType\(\) has another definition already/,
  ],
  [
    Known,
    { ...definition, parse: () => new Known('') },
    /Known: registerType\(\) has another definition already/,
  ],
])('refuses a registration of %p', (target, given, message) => {
  expect(refusalOf(target, given)).toMatch(message);
});

it('accepts an equal registration, which a module makes that is loaded twice', () => {
  const again = {
    schema: { type: 'string' },
    parse: (text: string): Known => new Known(text),
    write: ({ text }: Known): string => text,
  };
  expect(refusalOf(Known, again)).toBe('accepted');
});

it('refuses a class that was documented before', () => {
  class Late {
    declare text: string;
  }
  class Owner {
    @Description('Late') late!: Late;
  }
  jsonSchemaOf(Owner, { onDiagnostic: () => undefined });
  expect(refusalOf(Late, definition)).toMatch(
    /Late: registerType\(\) is late: a document or serialize\(\) has read/,
  );
});

it('refuses a class that was serialized before, and its base class', () => {
  class Base {
    text = 'a';
  }
  class Sent extends Base {}
  expect(serialize(new Sent())).toEqual({ text: 'a' });
  expect(refusalOf(Sent, definition)).toMatch(/is late/);
  expect(refusalOf(Base, definition)).toMatch(/is late/);
});

function problemsOf(target: new () => object): string[] {
  const problems: string[] = [];
  jsonSchemaOf(target, { onDiagnostic: ({ code, message }) => problems.push(`${code}: ${message}`) });
  return problems.filter((text) => text.startsWith('invalid-type'));
}

it('reports a class whose decorators only class-validator knows', () => {
  registerType(Validated, { schema: TEXT, parse: () => new Validated(), write: ({ text }) => text });
  class Owner {
    @ValidateNested() member!: Validated;
  }
  expect(problemsOf(Owner)).toEqual([
    expect.stringContaining('Validated has both registerType() and decorators on its properties'),
  ]);
});

it('documents a subclass in responses, and reports it in requests, since parse does not make it', () => {
  class Sub extends Known {}
  class Owner {
    @Description('x') member!: Sub;
  }
  const sent = Object.assign(new Owner(), { member: new Sub('a') });
  expect(serialize(sent)).toEqual({ member: 'a' });
  expect(jsonSchemaOf(Owner, { direction: 'output', refs: 'inline' }).properties).toEqual({
    member: { ...TEXT, description: 'x' },
  });
  expect(problemsOf(Owner)).toEqual([
    expect.stringContaining(
      'Sub extends Known, whose registerType() makes no Sub. Call registerType(Sub, …), too',
    ),
  ]);
});

it.each([
  [
    { typo: {} },
    'The input of registerType(Slip) is invalid: An object with typo is not a type, since no keyword',
  ],
  [Described, 'The input of registerType(Slip) has a class or a file, but parse and write convert JSON.'],
])('reports the schema %p when it is used', (schema, message) => {
  class Slip {
    declare text: string;
  }
  class Owner {
    @Description('x') member!: Slip;
  }
  registerType(Slip, { schema: schema as TypeInput, parse: () => new Slip(), write: () => '' });
  expect(problemsOf(Owner)).toEqual([expect.stringContaining(message)]);
});

it('has one registry for all copies of the package', () => {
  const registry = (globalThis as never as Record<symbol, { types: WeakMap<object, object> }>)[
    Symbol.for('dtospec:registered-types')
  ];
  expect(registry?.types.get(Known)).toMatchObject({ target: Known, input: TEXT, output: TEXT });
});

it('refuses typeTransform without a class, with an unknown option and of an unregistered class', () => {
  expect(() => typeTransform(undefined as never)).toThrow(
    'types: typeTransform() needs a class, not undefined.',
  );
  expect(() => typeTransform(Known, { all: true } as never)).toThrow(
    'Known: typeTransform() has no option all.',
  );
  const transform = typeTransform(Fresh);
  expect(() => transform({ value: 'a', key: 'a', obj: {}, type: 0 })).toThrow(
    'Fresh: typeTransform() needs a registered class: call registerType() first.',
  );
});
