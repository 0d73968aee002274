import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDateString,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import express, { type Express } from 'express';
import { webhooksTo } from '../../../samples/shop/shipping.js';
import { shopApp } from '../../../samples/shop/app.js';
import { expressOperations } from '../../../src/adapters/express.js';
import {
  Cookie,
  Docs,
  formBody,
  formURLEncodedBody,
  IntersectionType,
  operation,
  Path,
  response,
  type OpenApiVersion,
  type Operation,
} from '../../../src/index.js';
import { InHeaders, Lists, Scalars } from '../../fixtures/parameters.js';
import { fuzz, type FuzzReport } from '../../../src/tools/testing.js';

// Services whose document is made of what runs: whatever is found of them is wrong.

class InQuery extends IntersectionType(Scalars, Lists) {}

class InPath {
  @Path(undefined, { style: 'matrix' }) @IsInt() matrix!: number;
  @Path() @IsArray() @Matches(/^[a-z]{1,3}$/, { each: true }) simple!: string[];
}

class InCookies {
  @Cookie('flag') @IsBoolean() flag!: boolean;
}

class Line {
  @IsString() @MinLength(1) sku!: string;
  @IsInt() @Min(1) count!: number;
}

class Body {
  @IsString() @MinLength(2) @MaxLength(20) name!: string;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @IsDateString() since?: string;
  @IsIn(['small', 'large']) size!: string;
  @IsArray() @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}

class Fields {
  @IsInt() int!: number;
  @IsOptional() @IsString() @MaxLength(5) text?: string;
  @IsOptional() @IsArray() @IsIn(['a', 'b'], { each: true }) list?: string[];
}

const responses = { 204: response('Taken') };
const nothing = (): undefined => undefined;
const OPERATIONS: readonly Operation[] = [
  operation({ method: 'GET', path: '/query', query: InQuery, responses }, nothing),
  operation({ method: 'GET', path: '/path/{matrix}/{simple}', params: InPath, responses }, nothing),
  operation({ method: 'GET', path: '/headers', headers: InHeaders, responses }, nothing),
  operation({ method: 'GET', path: '/cookies', cookies: InCookies, responses }, nothing),
  operation({ method: 'POST', path: '/json', body: Body, responses }, nothing),
  operation({ method: 'PUT', path: '/form', body: formURLEncodedBody(Fields), responses }, nothing),
  operation({ method: 'PUT', path: '/parts', body: formBody(Fields), responses }, nothing),
];

function service(openapi: OpenApiVersion): { readonly app: Express; readonly docs: Docs } {
  const app = express();
  const docs = new Docs({ info: { title: 'Everything', version: '1' }, openapi });
  expressOperations(app, docs, OPERATIONS);
  return { app, docs };
}

const { DTOSPEC_RUNS = '1', DTOSPEC_SEED = '1' } = process.env;
const runs = Number(DTOSPEC_RUNS) > 1 ? 1500 : 40;
const seed = Number(DTOSPEC_SEED) || 1;

/** What class-validator lets through by accident, and where it counts otherwise: docs/contract.md. */
const NARROWINGS: readonly string[] = [
  'invalid-accepted #/lines/0 type',
  'invalid-accepted #/email type',
  'invalid-accepted #/since type',
  'invalid-accepted #/since format',
  'invalid-accepted #/0 type',
  'invalid-accepted #/name minLength',
  'invalid-accepted #/name maxLength',
  'valid-refused #/name ',
];

function told({ findings, operations }: FuzzReport): string[] {
  const others = findings.filter(
    ({ code, pointer, rule }) => !NARROWINGS.includes(`${code} ${pointer} ${rule}`),
  );
  return [
    ...others.map(({ code, message, curl }) => `${code}: ${message} ${curl}`),
    ...operations.flatMap(({ operation: name, notes }) => notes.map((note) => `${name}: ${note}`)),
  ];
}

test.each(['3.0', '3.1'] as const)(
  'finds nothing in a service that matches a document of %s: parameters, forms and bodies',
  async (openapi) => {
    const { app, docs } = service(openapi);
    const report = await fuzz(app, { docs, runs, seed, time: 600_000 });
    expect(told(report)).toEqual([]);
    expect(report.operations).toHaveLength(OPERATIONS.length);
    // Both kinds were sent to each, and told apart.
    for (const { statuses } of report.operations)
      expect(Object.keys(statuses).map((one) => one[0])).toEqual(expect.arrayContaining(['2', '4']));
  },
  600_000,
);

test('the shop sample: reads the ids of created objects', async () => {
  const { app, docs } = shopApp(
    'key',
    webhooksTo(() => []),
  );
  const report = await fuzz(app, { docs, runs: 40, headers: { 'X-API-Key': 'key' } });
  expect(told(report)).toEqual([]);
  expect(report.operations.every(({ isReached }) => isReached)).toBe(true);
});
