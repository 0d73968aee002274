import { Type } from 'class-transformer';
import * as v from 'class-validator';
import { MapOf } from '../../../decorators/types.js';
import type { Constructor } from '../../../src/shared/types.js';
import type { DiagnosticCode } from '../../../src/shared/diagnostics.js';
import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import { faultsOf } from './faults.js';
import { testDiagnostics } from './law.js';

// What validation refuses or accepts otherwise than the document says has a diagnostic at its place.

const seed = Number(process.env.DTOSPEC_SEED ?? 1);

testDiagnostics({ count: 6, sets: 1, classes: 20, seed });

class Price {
  @v.Min(2) amount!: number;
}

class WithField {
  @v.IsString() name!: string;
  note?: string = undefined;
}

class NotNested {
  @Type(() => Price) @v.IsDefined() price!: Price;
}

class Tags {
  @MapOf(() => String) @v.MaxLength(20, { each: true }) tags!: Record<string, string>;
}

class Conditional {
  @v.IsBoolean() express!: boolean;
  @v.ValidateIf((object: Conditional) => object.express) @v.MaxLength(10) slot?: string;
}

const forbids = { whitelist: true, forbidNonWhitelisted: true };

it.each<[DiagnosticCode, Constructor, ValidationOptions]>([
  ['unsent-but-rejected', WithField, forbids],
  ['nested-not-validated', NotNested, {}],
  ['rule-refuses-map', Tags, {}],
  ['looser-rule', Conditional, {}],
])('finds a value without %s', async (code, target, options) => {
  const extent = { count: 12, seed: 1 };
  expect(await faultsOf({ target }, options, extent)).toEqual([]);
  expect(
    await faultsOf({ target }, options, { ...extent, ignored: [code, 'undecorated-field'] }),
  ).not.toEqual([]);
});
