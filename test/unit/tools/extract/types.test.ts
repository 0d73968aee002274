import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import path from 'node:path';
import ts from 'typescript';
import { handlerFactOf, useFacts } from '../../../../src/documents/model/facts/active-facts.js';
import type { Facts } from '../../../../src/documents/model/facts/facts.js';
import type { FactsFile, HandlerFact } from '../../../../src/documents/model/facts/facts-file.js';
import { jsonSchemaOf } from '../../../../src/index.js';
import { createProject, type Project } from '../../../support/extract/project.js';
import { DECLARATIONS, OPEN_TYPES, TYPE_ROWS } from './type-table.js';

const NAMES = /export (?:abstract )?(?:enum|class|interface|type|const) (\w+)/g;
const IMPORT = `import { ${[...DECLARATIONS.matchAll(NAMES)].map((match) => match[1]).join(', ')} } from './types';`;

const METHODS = `declare const Get: () => MethodDecorator;
declare const Controller: () => ClassDecorator;`;

const method = (type: string, name: string): string => `  @Get() ${name}(): ${type} { throw new Error(); }`;

const CONTROLLER = `${IMPORT}
${METHODS}
@Controller()
export class Table {
${TYPE_ROWS.map(({ type }, index) => method(type, `row${index}`)).join('\n')}
${OPEN_TYPES.map((type, index) => method(type, `open${index}`)).join('\n')}
}
`;

/** Each value on a line of its own, so that an error of the compiler belongs to one. */
const VALUES = TYPE_ROWS.flatMap(({ type, accepts, refuses }, index) =>
  [...accepts.map((value) => [value, true] as const), ...refuses.map((value) => [value, false] as const)].map(
    ([value, isAccepted]) => ({ type, value, isAccepted, index }),
  ),
);

const ajv = addFormats.default(new Ajv2020({ strict: false, addUsedSchema: false }));

let project: Project;
let facts: FactsFile;
let loaded: Facts;
let refusedLines: ReadonlySet<number>;
let values: readonly unknown[];

beforeAll(async () => {
  const lines = VALUES.map(({ type, value }, at) => `export const v${at}: ${type} = ${value};`);
  project = createProject({
    'src/types.ts': DECLARATIONS,
    'src/controller.ts': CONTROLLER,
    // Of the values, only their types are asked; a cast lets the program run.
    'src/values.ts': [IMPORT, ...lines].join('\n'),
  });
  facts = await project.extract();
  useFacts(facts, false);
  loaded = handlerFactOf(() => ({}))!.facts;
  refusedLines = linesWithErrors(path.join(project.folder, 'src/values.ts'));
  values = run(VALUES.map(({ value }) => value));
});

afterAll(() => {
  project.remove();
});

function linesWithErrors(file: string): ReadonlySet<number> {
  const program = ts.createProgram([file], {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    experimentalDecorators: true,
    types: [],
  });
  const source = program.getSourceFile(file)!;
  return new Set(
    program
      .getSemanticDiagnostics(source)
      .map(({ start }) => source.getLineAndCharacterOfPosition(start!).line - 1),
  );
}

function run(expressions: readonly string[]): readonly unknown[] {
  const text = `${DECLARATIONS}\nexport const all = [${expressions.map((one) => `(${one})`).join(',\n')}];`;
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  const exports: { all?: readonly unknown[] } = {};
  // oxlint-disable-next-line typescript/no-implied-eval -- the values are those of this table
  new Function('exports', outputText)(exports);
  return exports.all!;
}

function handler(name: string): HandlerFact {
  return facts.handlers['src/controller.ts#Table']![name]!;
}

test('the table has at least 80 types', () => {
  expect(TYPE_ROWS.length).toBeGreaterThanOrEqual(80);
});

test.each(TYPE_ROWS.map((row, index) => [row.type, row, index] as const))('%s', (_, row, index) => {
  // Nest sends an empty body for null, so that null is no part of an answer.
  const { anyOf } = row.schema as { anyOf?: object[] };
  const { type } = row.schema as { type?: string[] };
  const own = (all: readonly object[]): object[] =>
    all.filter((one) => !('type' in one) || one.type !== 'null');
  const expected =
    anyOf !== undefined && own(anyOf).length === 1
      ? own(anyOf)[0]
      : Array.isArray(type) && type.at(-1) === 'null'
        ? { type: type[0] }
        : row.schema;
  expect(handler(`row${index}`)).toMatchObject({ answer: { schema: expected } });
});

test.each(VALUES.map((value, at) => [`${value.type} = ${value.value}`, value, at] as const))(
  '%s',
  (_, { isAccepted, index }, at) => {
    expect(refusedLines.has(at)).toBe(!isAccepted);
    const schema = jsonSchemaOf(loaded.typeOf(TYPE_ROWS[index]!.schema as never), {
      direction: 'output',
    });
    const json: unknown = JSON.parse(JSON.stringify(values[at]) ?? 'null');
    expect({ valid: ajv.validate(schema, json), schema, json }).toMatchObject({ valid: isAccepted });
  },
);

test.each(OPEN_TYPES.map((type, index) => [type, index] as const))('%s is open', (_, index) => {
  expect(handler(`open${index}`)).toEqual({});
});
