import { Exclude, Expose, instanceToPlain, Transform, Type } from 'class-transformer';
import { Format } from '../../../../decorators/annotations.js';
import { ArrayOf, Enum, OneOf, TypeOf } from '../../../../decorators/types.js';
import { jsonSchemaOf } from '../../../../src/documents/schema/json-schema.js';
import { serialize } from '../../../../src/serialize/serialize.js';
import type { Finding } from '../../../../src/shared/diagnostics.js';

class View {
  @Expose() euros!: number;
}
class Money {
  @Expose({ name: 'c' }) cents = 5;
  @Exclude() secret = 'x';
}
class Bare {
  cents = 5;
}

const leaving = (change: (value: never) => unknown): PropertyDecorator =>
  Transform(({ value }) => change(value as never), { toPlainOnly: true });
const day = leaving((value: Date) => value.toISOString().slice(0, 10));
const fixed = leaving((value: number) => value.toFixed(2));
const text = TypeOf(() => String);
const DATE = new Date('2026-02-03T04:05:06Z');
const DATE_TIME = DATE.toISOString();

type Row = readonly [name: string, decorators: PropertyDecorator[], value: unknown, sent: unknown];

const UNDONE: readonly Row[] = [
  ['a day', [Type(() => Date), day, text, Format('date')], DATE, '2026-02-03T00:00:00.000Z'],
  ['a day of no format', [Type(() => Date), day, text], DATE, '2026-02-03T00:00:00.000Z'],
  ['a time', [Type(() => Date), leaving((v: Date) => v.getTime()), TypeOf(() => Number)], DATE, DATE_TIME],
  [
    'a day in both directions',
    [Type(() => Date), Transform(({ value }) => value), Format('date')],
    DATE,
    DATE_TIME,
  ],
  ['a price', [Type(() => Number), fixed, text], 5, 5],
  ['a price by a schema', [Type(() => Number), fixed, TypeOf(() => ({ type: 'string' }))], 5, 5],
  ['prices', [Type(() => Number), leaving((v: number[]) => v.map(String)), ArrayOf(() => String)], [5], [5]],
  ['joined numbers', [Type(() => Number), leaving((v: number[]) => v.join()), text], [5, 6], null],
  ['a number', [Type(() => String), leaving(Number), TypeOf(() => Number)], '5', '5'],
  [
    'a word',
    [Type(() => Boolean), leaving((v: boolean) => (v ? 'yes' : 'no')), Enum(['yes', 'no'])],
    false,
    true,
  ],
];

const KEPT: readonly Row[] = [
  ['a date', [Type(() => Date), leaving((v: Date) => v.getTime()), TypeOf(() => Date)], DATE, DATE_TIME],
  ['a date-time', [Type(() => Date), day, text, Format('date-time')], DATE, '2026-02-03T00:00:00.000Z'],
  ['a number of numbers', [Type(() => Number), fixed, TypeOf(() => Number)], 5, 5],
  ['one of two types', [Type(() => Number), fixed, OneOf(() => [String, Number])], 5, 5],
  ['a text of a class', [Type(() => Money), leaving(() => '5'), text], new Money(), '5'],
  [
    'a class without decorators',
    [Type(() => Bare), leaving(() => ({ a: 1 })), TypeOf(() => Object)],
    new Bare(),
    { a: 1 },
  ],
  ['a type without @Type', [fixed, text], 5, '5.00'],
  ['a type of requests', [Type(() => Number), TypeOf(() => String, { direction: 'input' })], 5, 5],
  [
    'a type of requests beside a @Transform',
    [
      Type(() => Number),
      Transform(({ value }) => value as unknown),
      TypeOf(() => String, { direction: 'input' }),
    ],
    5,
    5,
  ],
];

function findingsOf(decorators: readonly PropertyDecorator[], value: unknown): [Finding[], object] {
  class Holder {
    declare value: unknown;
  }
  for (const decorate of [...decorators].reverse()) decorate(Holder.prototype, 'value');
  const findings: Finding[] = [];
  const onDiagnostic = (finding: Finding): void => void findings.push(finding);
  jsonSchemaOf(Holder, { direction: 'output', refs: 'inline', onDiagnostic });
  jsonSchemaOf(Holder, { direction: 'input', refs: 'inline', onDiagnostic });
  return [findings.filter(({ code }) => code === 'transform-undone'), Object.assign(new Holder(), { value })];
}

describe('class-transformer converts the result of a @Transform by @Type', () => {
  it.each(UNDONE)('%s is reported', (_, decorators, value, sent) => {
    const [findings, instance] = findingsOf(decorators, value);
    const json = JSON.parse(JSON.stringify(instanceToPlain(instance))) as object;
    expect([json, serialize(instance)]).toEqual([{ value: sent }, { value: sent }]);
    expect(findings).toHaveLength(1);
  });

  it.each(KEPT)('%s is not', (_, decorators, value, sent) => {
    const [findings, instance] = findingsOf(decorators, value);
    const json = JSON.parse(JSON.stringify(instanceToPlain(instance))) as object;
    expect([json, serialize(instance)]).toEqual([{ value: sent }, { value: sent }]);
    expect(findings).toEqual([]);
  });

  it('reports another class, which instanceToPlain writes with the names of the class of @Type', () => {
    const plain = { euros: 5, cents: 4, secret: 's' };
    const [findings, instance] = findingsOf(
      [Type(() => Money), leaving(() => plain), TypeOf(() => View)],
      new Money(),
    );
    expect(instanceToPlain(instance)).toEqual({ value: { euros: 5, c: 4 } });
    expect(findings).toHaveLength(1);
  });

  it('names the transform, the type and the remedy', () => {
    const [[finding]] = findingsOf([Type(() => Date), day, text, Format('date')], DATE);
    expect(finding).toMatchObject({
      place: 'Holder.value',
      message:
        "class-transformer applies @Type(() => Date) to what the @Transform with toPlainOnly returns, so a response has a date-time, and not what is documented. Replace @Type(() => Date) by a @Transform with toClassOnly, or document what is sent: @TypeOf(() => Date, { direction: 'output' }) without @Format.",
    });
  });
});
