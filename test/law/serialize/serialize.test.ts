import { instanceToPlain, type ClassTransformOptions } from 'class-transformer';
import { validate, type ValidatorOptions } from 'class-validator';
import fc from 'fast-check';
import type { Exposing } from '../../../src/documents/model/types.js';
import { serialize } from '../../../src/serialize/serialize.js';
import { type SerializeOptions } from '../../../src/serialize/view-plans.js';
import { deepFreeze, throughJson } from '../../unit/serialize/support.js';
import { clone } from './clone.js';
import type { SerializeCase } from './corpus/case.js';
import { features } from './corpus/features.js';
import { realistic } from './corpus/realistic.js';
import { outputSchemaOf } from './output-schema.js';

const RUNS = Number(process.env.DTOSPEC_RUNS ?? 20);

const cases = [...features, ...realistic].flatMap((tested) =>
  (tested.views ?? [{}]).map(
    (view) => [`${tested.target.name} ${JSON.stringify(view)}`, tested, view] as const,
  ),
);

/** What class-transformer makes of the instance, with the two kinds of value that JSON would spoil written as ours. */
function byClassTransformer(instance: unknown, view: SerializeOptions, { adjust }: SerializeCase): unknown {
  const plain: unknown = instanceToPlain(clone(instance), view as ClassTransformOptions);
  const text = JSON.stringify(plain, function (this: Record<string, unknown>, key, value: unknown) {
    const raw = this[key];
    if (Buffer.isBuffer(raw)) return raw.toString('base64');
    return typeof value === 'bigint' ? value.toString() : value;
  });
  const parsed = JSON.parse(text) as Record<string, unknown>;
  return adjust === undefined ? parsed : adjust(parsed);
}

describe('Serialization of generated instances', () => {
  it.each(cases)('%s', async (_, tested, view) => {
    const findingsIn = outputSchemaOf(tested.target, view, tested.nullableOptional ?? false);
    const groups = view.groups === undefined ? {} : { groups: [...view.groups] };
    const validation: ValidatorOptions = { ...groups, forbidUnknownValues: false };
    await fc.assert(
      fc.asyncProperty(tested.instances, async (instance) => {
        expect(await validate(clone(instance) as object, validation)).toEqual([]);
        const written = serialize(deepFreeze(clone(instance)), view);
        expect(throughJson(written)).toEqual(byClassTransformer(instance, view, tested));
        expect(findingsIn(written)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

/** class-transformer's options that decide what a response sends at all. */
const EXPOSURES: readonly Exposing[] = [
  { strategy: 'excludeAll' },
  { strategy: 'exposeAll' },
  { excludeExtraneousValues: true },
  { excludePrefixes: ['_', 'pass'] },
  { strategy: 'excludeAll', excludePrefixes: ['sec'] },
];

describe('under the options of a response', () => {
  // What is adjusted may not be there.
  const exposed = cases
    .filter(([, { adjust }]) => adjust === undefined)
    .flatMap(([name, tested, view]) =>
      EXPOSURES.map(
        (exposure) => [`${name} ${JSON.stringify(exposure)}`, tested, { ...view, exposure }] as const,
      ),
    );

  it.each(exposed)('%s', async (_, tested, view) => {
    const findingsIn = outputSchemaOf(tested.target, view, tested.nullableOptional ?? false);
    await fc.assert(
      fc.asyncProperty(tested.instances, (instance) => {
        const written = serialize(deepFreeze(clone(instance)), view);
        const { exposure, ...plain } = view;
        const options = { ...plain, ...exposure } as SerializeOptions;
        expect(throughJson(written)).toEqual(byClassTransformer(instance, options, tested));
        expect(findingsIn(written)).toEqual([]);
        return Promise.resolve();
      }),
      { numRuns: Math.ceil(RUNS / 10) },
    );
  });
});
