import {
  Controller,
  type INestApplication,
  Module,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { OpenApiDocument, Schema } from '../../../../src/index.js';
import { nestDocs } from '../../../../src/nest/nest-docs.js';
import { mutationsOf } from '../../../../src/tools/fuzz/values/mutate.js';
import { runs } from '../../../fixtures/runs.js';
import { valuesOf } from '../../../law/values/from-schema.js';
import { Dice } from './dice.js';
import { isNarrowed, isTold } from './narrowed.js';
import { addHandler, pipeOptions } from './routes.js';
import { askByUrl, type Parameter } from './texts.js';

// Random applications, and random requests: what the document accepts, the application accepts, and the other
// way round, but for the narrowings that docs/contract.md and docs/nest.md name and for what diagnostics tell.

/** The first application. DTOSPEC_RUNS has more, one after the other. */
const SEED = 1000;
const HANDLERS = 8;
const REQUESTS = 18;

/**
 * Members that never count as undeclared: parsers reject `__proto__`, Nest's pipe and class-transformer drop `prototype`
 * and `constructor`, and class-validator takes inherited names for declared ones.
 */
const UNSEEN = new RegExp(`"(?:prototype|${Object.getOwnPropertyNames(Object.prototype).join('|')})":`);

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

interface Application {
  readonly app: INestApplication;
  readonly document: OpenApiDocument;
  /** `code place` of each diagnostic. */
  readonly told: readonly string[];
  readonly controller: object;
  readonly options: ValidationPipeOptions;
}

async function start(dice: Dice): Promise<Application> {
  class Routes {}
  for (let number = 0; number < HANDLERS; number++) addHandler(Routes, number, dice);
  Controller()(Routes);
  class App {}
  Module({ controllers: [Routes] })(App);
  const adapter = dice.chance(0.5) ? new FastifyAdapter() : new ExpressAdapter();
  const app = await NestFactory.create(App, adapter as never, { logger: false });
  const options = pipeOptions(dice);
  app.useGlobalPipes(new ValidationPipe(options));
  const info = { title: 'Random', version: '1' };
  const docs = nestDocs(app, { info, nullableOptional: true, diagnostics: 'silent' });
  await app.listen(0, '127.0.0.1');
  const diagnostics = docs.diagnostics({ notes: true });
  const told = diagnostics.flatMap(({ code, places }) => places.map((place) => `${code} ${place}`));
  return { app, document: docs.buildSpec(), told, controller: Routes, options };
}

function judges(document: OpenApiDocument): (schema: Schema) => ValidateFunction {
  const defs = document.components?.schemas ?? {};
  const ajv = new Ajv2020({ strict: false, addUsedSchema: false, allErrors: true });
  addFormats.default(ajv);
  const made = new Map<Schema, ValidateFunction>();
  return (schema) => {
    const judge = made.get(schema) ?? ajv.compile({ ...schema, components: { schemas: defs } });
    made.set(schema, judge);
    return judge;
  };
}

test.each(Array.from({ length: runs(16) }, (_, index) => SEED + index))('application %d', async (seed) => {
  const dice = new Dice(seed);
  const { app, document, told, controller, options } = await start(dice);
  const origin = await app.getUrl();
  const judgeOf = judges(document);
  const defs = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const samplesOf = (schema: Schema): readonly unknown[] => {
    const values = valuesOf(schema, { defs, depth: 0 });
    return [
      ...fc.sample(values, { numRuns: REQUESTS / 3, seed }),
      ...fc.sample(mutationsOf(fc, values, ['text', 'one']), { numRuns: (REQUESTS / 3) * 2, seed }),
    ]
      .map((value) => JSON.stringify(value ?? null))
      .filter((text) => !UNSEEN.test(text))
      .map((text) => JSON.parse(text) as unknown);
  };
  const wrong: unknown[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    const operation = (item.post ?? item.get) as unknown as Operation;
    const place = { controller, name: `handler${/\d+/.exec(path)![0]}`, told, options };
    const ask = async (url: string, init: RequestInit, isValid: boolean, narrowed: () => boolean) => {
      const response = await fetch(origin + url, init);
      const { status } = response;
      const shown = { seed, url, body: init.body, status, text: await response.text() };
      const isAccepted = status === 200;
      const type = response.headers.get('content-type')?.split(';')[0] ?? '';
      // class-transformer throws for an unknown discriminator if Nest writes the instance back.
      if (status < 500 && operation.responses[status]?.content?.[type] === undefined)
        wrong.push({ undocumented: type, ...shown });
      if (isAccepted === isValid || (isAccepted ? narrowed() : isTold(place))) return;
      wrong.push({ isValid, ...shown });
    };
    if (operation.requestBody === undefined) {
      const samples = new Map((operation.parameters ?? []).map(({ schema }) => [schema, samplesOf(schema)]));
      for (let round = 0; round < REQUESTS; round++) {
        const { url, errors } = askByUrl(
          path,
          operation.parameters ?? [],
          judgeOf,
          (schema) => samples.get(schema) ?? [],
          dice,
        );
        const narrowed = (): boolean => errors.every((name) => isNarrowed({ at: `/${name}`, place }));
        await ask(url, {}, errors.length === 0, narrowed);
      }
      continue;
    }
    const { required, content } = operation.requestBody;
    const { schema } = content['application/json']!;
    const judge = judgeOf(schema);
    const headers = { 'content-type': 'application/json' };
    for (const body of samplesOf(schema)) {
      // ParseIntPipe rejects integers that JavaScript writes with an exponent.
      if (typeof body !== 'object' || body === null || /\de\+/.test(JSON.stringify(body))) continue;
      const isValid = judge(body);
      const errors = judge.errors ?? [];
      const narrowed = (): boolean =>
        errors.every((error) => isNarrowed({ at: error.instancePath, error, place, body }));
      await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }, isValid, narrowed);
    }
    await ask(path, { method: 'POST' }, required !== true, () => false);
  }
  await app.close();
  expect(wrong).toEqual([]);
});
