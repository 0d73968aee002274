import { sameJson, type Schema } from 'dtospec/internal';
import type { Difference, Location } from '../location.js';
import { valueOf } from '../keywords/keyword.js';

export function* annotationDifferences(
  location: Location,
  old: Schema,
  current: Schema,
): Generator<Difference> {
  const changed = TEXTS.filter((keyword) => !sameJson(valueOf(old, keyword), valueOf(current, keyword)));
  if (changed.length > 0)
    yield {
      rule: 'schema-documentation-changed',
      location,
      message: `${changed.join(', ')} changed.`,
      fixed: COMPATIBLE,
    };
  if ((old.deprecated === true) !== (current.deprecated === true))
    yield {
      rule: current.deprecated === true ? 'schema-deprecated' : 'schema-undeprecated',
      location,
      message: current.deprecated === true ? 'It was deprecated.' : 'It is no longer deprecated.',
      fixed: COMPATIBLE,
    };
  if (!sameJson(old.default, current.default)) yield defaultDifference(location, old, current);
  yield* discriminatorDifferences(location, old.discriminator, current.discriminator);
}

const TEXTS = ['title', 'description', 'example', 'examples', 'externalDocs', 'xml'] as const;
const COMPATIBLE = { verdict: 'compatible' } as const;

function defaultDifference(location: Location, old: Schema, current: Schema): Difference {
  const [before, after] = [old.default, current.default].map((value) =>
    value === undefined ? 'none' : JSON.stringify(value),
  );
  return {
    rule: 'default-changed',
    location,
    message: `The default was ${before} and is ${after}.`,
    fixed:
      old.default === undefined
        ? COMPATIBLE
        : {
            verdict: 'unclear',
            reason: 'A request that leaves it out is accepted as before, but means something else.',
          },
  };
}

/**
 * Reports a changed discriminator. It does not affect validation,
 * but readers choose a schema by it (OpenAPI 3.2, 4.8.25).
 */
function* discriminatorDifferences(
  location: Location,
  old: Schema['discriminator'],
  current: Schema['discriminator'],
): Generator<Difference> {
  if (sameJson(old?.propertyName, current?.propertyName)) {
    const before = Object.keys(old?.mapping ?? {});
    const after = Object.keys(current?.mapping ?? {});
    const gone = before.filter((value) => !after.includes(value));
    const come = after.filter((value) => !before.includes(value));
    if (gone.length > 0)
      yield {
        rule: 'discriminator-changed',
        location,
        message: `The discriminator no longer maps ${list(gone)}.`,
        fixed: UNCLEAR,
      };
    if (come.length > 0)
      yield {
        rule: 'discriminator-changed',
        location,
        message: `The discriminator maps ${list(come)} now.`,
        fixed: COMPATIBLE,
      };
    return;
  }
  const before = JSON.stringify(old?.propertyName);
  const after = JSON.stringify(current?.propertyName);
  let message = `The discriminator was ${before} and is ${after}.`;
  if (old === undefined) message = `A discriminator was added: ${after}.`;
  else if (current === undefined) message = `The discriminator ${before} was removed.`;
  yield { rule: 'discriminator-changed', location, message, fixed: old === undefined ? COMPATIBLE : UNCLEAR };
}

const UNCLEAR = {
  verdict: 'unclear',
  reason: 'Validators do not look at a discriminator; programs that choose a schema by it may.',
} as const;

function list(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}
