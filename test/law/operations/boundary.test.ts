import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { jsonSchemaOf, operation, response, type Schema } from '../../../src/index.js';
import type { Constructor } from '../../../src/shared/types.js';
import { runnerOf, type TestResponse } from '../../unit/operations/run.js';
import { ownRulesOf } from '../../../src/documents/model/class-validator/metadata.js';
import { forget, generateClass } from '../classes/generate.js';
import { judgeOf } from '../classes/schema.js';
import { valuesFor } from '../classes/values.js';

/** How many classes, and the number of the first: other numbers, other classes. */
const count = Number(process.env.DTOSPEC_CLASSES ?? 20);
const first = Number(process.env.DTOSPEC_FIRST ?? process.env.DTOSPEC_SEED ?? 1);
const VALUES = 6;

/** A member that no generated class has, beside those that a careless copy would take for its own. */
const LEAK = 'leaked';
const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false });
const HOSTILE = [LEAK, '__proto__', 'constructor'] as const;

type Root = Schema & { $defs?: Record<string, Schema> };

/** Ajv's own word on what is documented: the schema with `unevaluatedProperties: false` wherever it describes members. */
function closedValidator(root: Root): ValidateFunction {
  const partsOf = (schema: Schema | boolean, seen: Schema[] = []): Schema[] => {
    if (typeof schema === 'boolean' || seen.includes(schema)) return seen;
    seen.push(schema);
    const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
    const referred = $ref === undefined ? [] : [root.$defs![$ref.replace('#/$defs/', '')]!];
    for (const one of [...referred, ...allOf, ...anyOf, ...oneOf]) partsOf(one, seen);
    return seen;
  };
  const describes = (part: Schema): boolean =>
    part.properties !== undefined || part.additionalProperties !== undefined;
  const isOpen = (schema: Schema | boolean): boolean => {
    const leaves = partsOf(schema).filter((part) => !part.$ref && !part.anyOf && !part.oneOf && !part.allOf);
    return leaves.some(
      (part) => !describes(part) && (part.type === undefined || [part.type].flat().includes('object')),
    );
  };
  /** Closes the values inside; `close` adds the keyword where a value stands, and nowhere between its parts. */
  const inside = (schema: Schema): Schema => {
    const { properties, items, prefixItems, additionalProperties, ...rest } = schema;
    const parts = Object.fromEntries(
      (['allOf', 'anyOf', 'oneOf'] as const).flatMap((name) =>
        schema[name] === undefined ? [] : [[name, schema[name].map(inside)]],
      ),
    );
    return {
      ...rest,
      ...parts,
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, close(v)])),
      }),
      ...(items !== undefined && { items: close(items) }),
      ...(prefixItems && { prefixItems: prefixItems.map((one) => close(one) as Schema) }),
      ...(additionalProperties !== undefined && { additionalProperties: close(additionalProperties) }),
    } as Schema;
  };
  const close = <T extends Schema | boolean>(schema: T): T => {
    if (typeof schema === 'boolean') return schema;
    const closed = inside(schema);
    return (isOpen(schema) ? closed : { ...closed, unevaluatedProperties: false }) as T;
  };
  const { $defs = {}, ...schema } = root;
  const defs = Object.fromEntries(Object.entries($defs).map(([name, one]) => [name, inside(one)]));
  return ajv.compile({
    ...close(schema as Schema),
    $defs: defs,
  });
}

/** The value with a hostile member in one of its objects, for each of them. */
function poisoned(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.keys(value).flatMap((key) =>
    poisoned((value as Record<string, unknown>)[key], name).map((member) => {
      const copy = structuredClone(value) as Record<string, unknown>;
      Object.defineProperty(copy, key, {
        value: member,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      return copy;
    }),
  );
  if (Array.isArray(value)) return inner;
  const copy = structuredClone(value);
  Object.defineProperty(copy, name, {
    value: { [LEAK]: 1 },
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return [copy, ...inner];
}

/** Whether the hostile member is anywhere in a value. */
function leaks(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  if (value instanceof Map) return value.has(LEAK) || [...value.values()].some(leaks);
  if (value instanceof Set) return [...value].some(leaks);
  return Object.hasOwn(value, LEAK) || Object.values(value).some(leaks);
}

describe('handlers and responses of generated classes have documented members only', () => {
  const figures = { refused: 0, open: 0, sent: 0 };

  it.each(Array.from({ length: count }, (_, index) => first + index))('class %i', async (number) => {
    const target: Constructor = generateClass(number, { initial: false });
    // No request satisfies a class without rules, and no operation takes one.
    if (ownRulesOf(target).keys.length === 0) return;
    const { errorsOf } = judgeOf({ target }, {});
    const { bases } = await valuesFor({ target }, {}, VALUES, number);
    const input = closedValidator(jsonSchemaOf(target) as Root);
    const output = closedValidator(jsonSchemaOf(target, { direction: 'output' }) as Root);
    let received: unknown;
    let answer: unknown;
    const take = runnerOf(
      operation(
        { method: 'POST', path: '/x', body: target, responses: { 204: response('Taken') } },
        (given) => {
          received = given.body;
        },
      ),
    );
    const give = runnerOf(
      operation(
        { method: 'GET', path: '/x', responses: { 200: response('It', target) } },
        () => answer as never,
      ),
      { checkResponses: false },
    );
    const post = (value: unknown): Promise<TestResponse> =>
      take({ target: '/x', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });
    for (const value of bases.filter((one) => errorsOf(one).length === 0 && input(one))) {
      const { status } = await post(value);
      for (const name of HOSTILE)
        for (const hostile of poisoned(value, name)) {
          received = undefined;
          const refused = await post(hostile);
          // A new entry of a map is documented, and its value is refused as such.
          if (input(hostile) || errorsOf(hostile).length > 0) {
            figures.open += 1;
            continue;
          }
          figures.refused += 1;
          expect([hostile, refused.status]).toEqual([hostile, status]);
          expect([hostile, leaks(received)]).toEqual([hostile, false]);
        }
      for (const hostile of poisoned(value, LEAK)) {
        answer = hostile;
        const { body } = await give({ target: '/x' }).catch(() => ({ body: undefined }));
        const original = output(body);
        // A value of a request need not satisfy the view of responses; its members are the documented ones all the same.
        const extraneous = (output.errors ?? []).filter(({ keyword }) => keyword === 'unevaluatedProperties');
        const isOnly = (output.errors ?? []).every(({ keyword }) => keyword === 'unevaluatedProperties');
        if (!original && !isOnly) continue;
        figures.sent += 1;
        expect([hostile, body, extraneous]).toEqual([hostile, body, []]);
      }
    }
    forget(target);
  });

  it('compares enough requests and responses', () => {
    expect(figures.refused).toBeGreaterThan(count);
    expect(figures.sent).toBeGreaterThan(count);
    if (process.env.DTOSPEC_FIGURES !== undefined) console.log(JSON.stringify(figures));
  });
});
