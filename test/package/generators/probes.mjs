// How the types of a generated client are reached, and what is asked about them.
import path from 'node:path';

const file = (name) => (client) => path.join(client, name);
const ofModule = {
  imports: (specifier) => `import type * as Client from '${specifier}';`,
  type: (name) => `Client.${name}`,
};
const TOOLS = 'test/tools';
const OTHERS = 'test/tools/generators';

/** The generators; `title` is the package whose version the table names, `functions` the file to call, if it is not `entry`. */
export const GENERATORS = [
  {
    name: 'openapi-typescript',
    title: 'openapi-typescript',
    folder: TOOLS,
    entry: file('client.ts'),
    imports: (specifier) => `import type { components } from '${specifier}';`,
    type: (name) => `components['schemas']['${name}']`,
  },
  { name: 'hey-api', title: '@hey-api/openapi-ts', folder: TOOLS, entry: file('index.ts'), ...ofModule },
  { name: 'orval', title: 'orval', folder: TOOLS, entry: file('client.ts'), ...ofModule },
  {
    name: 'kubb',
    title: '@kubb/plugin-ts',
    folder: OTHERS,
    entry: file('types.ts'),
    functions: file('client.ts'),
    ...ofModule,
  },
  {
    name: 'swagger-typescript-api',
    title: 'swagger-typescript-api',
    folder: OTHERS,
    entry: file('client.ts'),
    ...ofModule,
  },
  { name: 'oazapfts', title: 'oazapfts', folder: OTHERS, entry: file('client.ts'), ...ofModule },
  {
    name: 'rtk-query',
    title: '@rtk-query/codegen-openapi',
    folder: OTHERS,
    entry: file('client.ts'),
    ...ofModule,
  },
  {
    name: 'typed-openapi',
    title: 'typed-openapi',
    folder: OTHERS,
    entry: file('client.ts'),
    imports: (specifier) => `import type { Schemas } from '${specifier}';`,
    type: (name) => `Schemas.${name}`,
  },
  {
    name: 'openapi-zod-client',
    title: 'openapi-zod-client',
    folder: OTHERS,
    entry: file('client.ts'),
    imports: (specifier) => `import type { schemas } from '${specifier}';\nimport type { z } from 'zod';`,
    type: (name) => `z.infer<typeof schemas.${name}>`,
  },
  {
    name: 'ng-openapi-gen',
    title: 'ng-openapi-gen',
    folder: OTHERS,
    entry: file('models.ts'),
    functions: file('functions.ts'),
    ...ofModule,
  },
];

const HELPERS = `
type IsAny<T> = 0 extends 1 & T ? true : false;
type Answer<T, Yes> = IsAny<T> extends true ? 'any' : unknown extends T ? 'unknown' : Yes;
type Takes<T, V> = [V] extends [T] ? true : false;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
`;

/** What is asked about the types: `yes`, or what they are instead. */
export const PROBES = {
  atLeastOne: {
    title: '`@AtLeastOneOf`',
    ask: (type) =>
      `Answer<${type('Contact')}, Takes<${type('Contact')}, {}> extends true ? 'as optional' : Takes<${type('Contact')}, { email: string }> extends true ? 'yes' : 'no'>`,
  },
  exactlyOne: {
    title: '`@ExactlyOneOf`',
    ask: (type) =>
      `Answer<${type('Payment')}, Takes<${type('Payment')}, {}> extends true ? 'as optional' : Takes<${type('Payment')}, { iban: string }> extends true ? 'yes' : 'no'>`,
  },
  union: {
    title: 'union narrows',
    ask: (type) =>
      `Answer<${type('Owner')}['pet'], Extract<${type('Owner')}['pet'], { kind: 'cat' }> extends { lives: number } ? ([Extract<${type('Owner')}['pet'], { kind: 'cat' }>] extends [never] ? 'no' : 'yes') : 'no'>`,
  },
  nullableEnum: {
    title: 'nullable enum',
    ask: (type) =>
      `Answer<${type('Owner')}['color'], Same<${type('Owner')}['color'], 'red' | 'blue' | null> extends true ? 'yes' : 'no'>`,
  },
};

/** A program that the compiler refuses with the answers in its messages. */
export function programOf({ imports, type }, specifier) {
  const lines = Object.entries(PROBES).map(
    ([name, { ask }]) => `export const ${name}: never = null as unknown as { ${name}: ${ask(type)} };`,
  );
  return [imports(specifier), HELPERS, ...lines, ''].join('\n');
}
