import type { Finding } from '../shared/diagnostics.js';
import type { Constructor } from '../shared/types.js';
import { describeClass } from '../documents/model/class-facts.js';
import { propertyKeysOf } from '../documents/model/annotations.js';
import { isReference } from '../documents/openapi/create/references.js';
import type { Responses } from '../documents/openapi/types/parts.js';
import type { TypeInput } from '../../decorators/type-input.js';
import { isDto } from './recorded-types.js';
import { classesWithin, membersOf } from './response-classes.js';

// Checks of the instances that Nest sends in another way than the decorators of their class declare.

type Report = (finding: Finding) => void;

const SERIALIZER = 'Add app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector))).';

/** Classes that class-transformer keeps as they are. */
const KEPT: ReadonlySet<unknown> = new Set([Date, Buffer]);

/**
 * Reports the members of successes that are not sent as documented.
 *
 * @param isSerialized whether class-transformer converts the response. Otherwise `JSON.stringify` writes it.
 */
export function reportSentMembers(
  responses: Responses,
  place: string,
  isSerialized: boolean,
  report: Report,
): void {
  for (const sent of classesOf(responses)) {
    reportBigints(sent, isSerialized, report);
    if (isSerialized) {
      reportUnusedToJson(sent, report);
      reportWriteOnly(sent, place, report);
    } else {
      reportUnserialized(sent, place, report);
      reportGetters(sent, place, report);
    }
  }
}

/** Returns the classes in successes. Filters of exceptions, and no handler, send the other responses. */
function classesOf(responses: Responses): ReadonlySet<Constructor> {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, spec]) => (spec === undefined || isReference(spec) ? undefined : itemOf(spec.schema)));
  return new Set(types.filter(isDto).flatMap((type) => [...classesWithin(type)]));
}

function itemOf(schema: TypeInput | undefined): unknown {
  return Array.isArray(schema) ? itemOf((schema as readonly [TypeInput])[0]) : schema;
}

/** Reports members whose class has `toJSON`: class-transformer copies the fields of the object instead. */
function reportUnusedToJson(target: Constructor, report: Report): void {
  for (const { property, classes } of membersOf(target)) {
    if (property.typeTransform) continue;
    for (const type of classes)
      if (hasUnusedToJson(type))
        report({
          code: 'to-json-not-called',
          message: `ClassSerializerInterceptor sends the fields of the ${type.name}, since class-transformer does not call toJSON. Add @Transform(({ value }) => value?.toJSON(), { toPlainOnly: true }), or register the type: registerType(${type.name}, …) and @Transform(typeTransform(${type.name})).`,
          place: `${target.name}.${property.key}`,
        });
  }
}

function hasUnusedToJson(type: Constructor): boolean {
  const { toJSON } = type.prototype as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' && !KEPT.has(type) && propertyKeysOf(type).length === 0;
}

/** Reports the members of `@WriteOnly`, which class-transformer does not know. */
function reportWriteOnly(target: Constructor, place: string, report: Report): void {
  const { properties, transformation } = describeClass(target);
  const sent = [...properties.values()]
    .filter(({ annotations }) => annotations.access === 'writeOnly')
    .map(({ key }) => key)
    .filter((key) => !transformation.excluded.output.has(key));
  if (sent.length === 0) return;
  report({
    code: 'excluded-but-sent',
    message: `ClassSerializerInterceptor does not know @WriteOnly, so a returned ${target.name} is sent with ${sent.join(', ')}. Add @Exclude({ toPlainOnly: true }) to each.`,
    place,
  });
}

function reportUnserialized(target: Constructor, place: string, report: Report): void {
  const { properties, transformation } = describeClass(target);
  const ignored = [...properties.values()].filter(
    ({ key, exposure, annotations }) =>
      transformation.excluded.output.has(key) ||
      annotations.access === 'writeOnly' ||
      (exposure?.name !== undefined && exposure.name !== key),
  );
  if (ignored.length === 0) return;
  report({
    code: 'excluded-but-sent',
    message: `No ClassSerializerInterceptor runs here, so a returned ${target.name} is sent as it is: @Exclude, @Expose and @WriteOnly on ${ignored.map(({ key }) => key).join(', ')} are documented and not obeyed. ${SERIALIZER}`,
    place,
  });
}

/** Reports getters: `JSON.stringify` writes the fields of an instance, and a getter belongs to its class. */
function reportGetters(target: Constructor, place: string, report: Report): void {
  const getters = membersOf(target).filter(({ property }) => property.accessor?.get !== undefined);
  const { toJSON } = target.prototype as { readonly toJSON?: unknown };
  if (getters.length === 0 || typeof toJSON === 'function') return;
  const keys = getters.map(({ property }) => property.key).join(', ');
  report({
    code: 'getter-not-sent',
    message: `No ClassSerializerInterceptor runs here, so the getters of a returned ${target.name} are not sent: ${keys}. ${SERIALIZER}`,
    place,
  });
}

/** Reports a bigint, for which `JSON.stringify` throws, so that Nest responds with 500. */
function reportBigints(target: Constructor, isSerialized: boolean, report: Report): void {
  if ('toJSON' in BigInt.prototype) return;
  const { properties } = describeClass(target);
  for (const { key, design, transforms } of properties.values()) {
    const isMadeOther = isSerialized && transforms.output.length > 0;
    if (design !== BigInt || isMadeOther) continue;
    report({
      code: 'bigint-not-sent',
      message:
        'JSON.stringify throws for a bigint, so Nest responds with 500. Add @Transform(({ value }) => String(value), { toPlainOnly: true }) and a ClassSerializerInterceptor, or define BigInt.prototype.toJSON.',
      place: `${target.name}.${key}`,
    });
  }
}
