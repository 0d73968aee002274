import { Expose } from 'class-transformer';
import { IsString } from 'class-validator';
import fc from 'fast-check';
import { Checker } from '../../../src/documents/json-schema/checker/checker.js';
import { memberFilter } from '../../../src/documents/json-schema/member-filter.js';
import type { Schema } from '../../../src/documents/json-schema/schema.js';
import { typeRefOf } from '../../../src/documents/model/type/type-ref.js';
import { jsonSchemaOf } from '../../../src/documents/schema/json-schema.js';
import { Alternatives } from '../../../src/operations/response/class-filter.js';
import { responseFilter } from '../../../src/operations/response/response-filter.js';
import {
  createDocumentedWriter,
  UNSURE,
  writeDocumented,
} from '../../../src/operations/response/documented-writer.js';
import { serializerAs } from '../../../src/serialize/serialize.js';
import { plansOf } from '../../../src/serialize/view-plans.js';
import { serializeCase, texts } from './corpus/case.js';
import { features } from './corpus/features.js';
import { realistic } from './corpus/realistic.js';

// The writer of documented members writes the text that the serializer and the filter write.

const RUNS = Number(process.env.DTOSPEC_RUNS ?? 10);
const DEFS = '#/$defs/';

/** Two properties with one name: a JSON text has each name once. */
class Twice {
  @IsString() @Expose({ name: 'label' }) first!: string;
  @IsString() @Expose({ name: 'label' }) second!: string;
}
const twice = serializeCase(Twice, { first: texts, second: texts });

const cases = [...features, ...realistic, twice].flatMap((tested) =>
  (tested.views ?? [{}]).map(
    (view) => [`${tested.target.name} ${JSON.stringify(view)}`, tested, view] as const,
  ),
);

let sure = 0;

const extra = { extra: 1, inner: { a: 1 }, date: new Date(0), id: undefined, none: null, list: [{ b: 2 }] };

/** The instance, and values that are written in its place. */
function around(instance: object): unknown[] {
  const more = Object.assign(
    Object.create(Object.getPrototypeOf(instance) as object) as object,
    instance,
    extra,
  );
  const thenable = Object.assign(Object.create(Object.getPrototypeOf(instance) as object), instance, {
    then: () => undefined,
  }) as object;
  return [
    ...[instance, more, { ...instance }, { ...extra, ...instance }, [instance, null], [[more]]],
    ...[[instance, undefined], thenable, { ...thenable }, withMembers(instance, replaced)],
  ];
}

/** Values that JSON writes in another way than others of their type. */
function replaced(value: unknown): unknown {
  if (value instanceof Date) return new Date(NaN);
  if (typeof value === 'string') return 'half of a pair: \ud83d';
  return typeof value === 'number' ? -0 : value;
}

function withMembers(instance: object, change: (value: unknown) => unknown): object {
  const copy = Object.create(Object.getPrototypeOf(instance) as object) as Record<string, unknown>;
  for (const [key, value] of Object.entries(instance)) copy[key] = change(value);
  return copy;
}

function textOf(write: () => unknown): string | undefined {
  try {
    return JSON.stringify(write());
  } catch (error) {
    return `throws ${String(error)}`;
  }
}

it.each(cases)('%s', (_, tested, view) => {
  const options = { ...view, direction: 'output', onDiagnostic: () => undefined } as const;
  const { $defs = {}, ...schema } = jsonSchemaOf(tested.target, options) as Schema & {
    $defs?: Record<string, Schema>;
  };
  const checker = new Checker({ resolve: (ref) => $defs[ref.slice(DEFS.length)] });
  if (new Alternatives(checker.resolve).areIn(schema)) return;
  for (const mode of ['drop', 'throw'] as const) {
    const write = serializerAs(typeRefOf(tested.target), view);
    const filter = responseFilter(schema, checker, mode);
    const writer = createDocumentedWriter(tested.target, schema, {
      plans: plansOf(view),
      resolve: checker.resolve,
      dropsUndocumented: mode === 'drop',
      filterOf: (inner) => memberFilter(inner, checker),
    });
    if (writer === undefined) continue;
    for (const instance of fc.sample(tested.instances, { numRuns: RUNS, seed: 1 }))
      for (const value of around(instance as object)) {
        const written = writeDocumented(value, writer);
        if (written === UNSURE) continue;
        sure += 1;
        const refuse = (problem: string): never => {
          throw new Error(problem);
        };
        expect(written).toBe(textOf(() => filter(write(value), refuse)));
      }
  }
});

it('writes most values', () => {
  expect(sure).toBeGreaterThan(cases.length * RUNS * 4);
});

it('leaves cycles and other classes to the serializer', () => {
  const { target, instances } = realistic[0]!;
  const [instance] = fc.sample(instances, { numRuns: 1, seed: 1 });
  const writer = createDocumentedWriter(
    target,
    { type: 'object', properties: {} },
    {
      plans: plansOf({}),
      resolve: () => undefined,
      dropsUndocumented: false,
      filterOf: (inner) => memberFilter(inner, new Checker()),
    },
  )!;
  expect(writeDocumented(new (class Other {})(), writer)).toBe(UNSURE);
  expect(writeDocumented(5, writer)).toBe(UNSURE);
  const list: unknown[] = [instance];
  list.push(list);
  expect(writeDocumented(list, writer)).toBe(UNSURE);
});
