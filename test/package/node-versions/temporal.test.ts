import { describeOnEachNode } from './nodes.js';

const PROGRAM = `
import 'reflect-metadata';
import { ArrayOf, jsonSchemaOf, registerType, rules, serialize, TypeOf, validator } from 'dtospec';
const { Temporal } = globalThis;
if (Temporal === undefined) {
  console.log(JSON.stringify('none'));
  process.exit();
}
for (const [type, format] of [[Temporal.Instant, 'date-time'], [Temporal.PlainDate, 'date']])
  registerType(type, {
    schema: { type: 'string', format },
    parse: (text) => type.from(text),
    write: String,
  });
class Booking { at; days; }
rules(Booking, { at: [TypeOf(() => Temporal.Instant)], days: [ArrayOf(() => Temporal.PlainDate)] });
const validate = validator(Booking);
const { value } = validate({ at: '2026-01-31T12:00:00+01:00', days: ['2026-02-28'] });
const { properties } = jsonSchemaOf(Booking, { refs: 'inline' });
console.log(JSON.stringify({
  next: String(value.days[0].add({ days: 1 })),
  json: serialize(value),
  schema: properties.days.items,
  faults: validate({ days: ['2026-02-30'] }).faults,
}));
`;

describeOnEachNode('Temporal of Node.js as a registered type', (run, version) => {
  test('is documented, parsed and written', async () => {
    const seen: unknown = JSON.parse(await run({ program: PROGRAM }));
    // Node.js 26 is the first with a global Temporal.
    if (version < 26) expect(seen).toBe('none');
    else
      expect(seen).toEqual({
        next: '2026-03-01',
        json: { at: '2026-01-31T11:00:00Z', days: ['2026-02-28'] },
        schema: { type: 'string', format: 'date' },
        faults: [{ pointer: '#/days/0', detail: 'days[0] is invalid' }],
      });
  });
});
