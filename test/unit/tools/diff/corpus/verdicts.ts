import { diffDocuments, type Change } from 'dtospec-tools/diff';
import { service } from './case.js';
import type { Verdict } from '../../../../../src/tools/diff/rule.js';

const ORDER: readonly Verdict[] = ['breaking', 'unclear', 'compatible'];

/** The worst of several; of none, compatible. */
export function verdictOf(changes: readonly Change[]): Verdict {
  return ORDER.find((verdict) => changes.some((change) => change.verdict === verdict)) ?? 'compatible';
}

/** Where a schema stands in an operation. */
export type Slot = 'body' | 'property' | 'parameter' | 'header';

/** An operation that has the schema in one place, of its request and of its response. */
function operationOf(schema: unknown, slot: Slot): object {
  const whole =
    slot === 'property' ? { type: 'object', properties: { value: schema }, required: ['value'] } : schema;
  const content = { 'application/json': { schema: whole } };
  const isBody = slot === 'body' || slot === 'property';
  return {
    ...(slot === 'parameter' && { parameters: [{ in: 'query', name: 'value', schema }] }),
    ...(isBody && { requestBody: { required: true, content } }),
    responses: {
      200: {
        description: 'Done',
        ...(isBody && { content }),
        ...(slot === 'header' && { headers: { 'X-Value': { schema } } }),
      },
    },
  };
}

/** Compares all pairs at once, each in an operation of its own: the validator is made once. */
export async function changesOf(
  pairs: readonly (readonly [first: unknown, second: unknown])[],
  slots: readonly Slot[],
  versions: readonly [string, string] = ['3.1.0', '3.1.0'],
  components: readonly [object, object] = [{}, {}],
): Promise<(index: number, slot: Slot, direction: 'request' | 'response') => Change[]> {
  const side = (which: 0 | 1): object =>
    service(
      Object.fromEntries(
        pairs.flatMap((pair, index) =>
          slots.map((slot) => [`/${slot}/${index}`, { post: operationOf(pair[which], slot) }]),
        ),
      ),
      { openapi: versions[which], components: components[which] },
    );
  const { changes } = await diffDocuments(side(0), side(1));
  const byPlace = new Map<string, Change[]>();
  for (const change of changes) {
    const place = `${change.operation} ${change.direction}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), change]);
  }
  return (index, slot, direction) => byPlace.get(`POST /${slot}/${index} ${direction}`) ?? [];
}
