// Readers that judge a document: each takes one and returns its complaints, one line each.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { validate as validateByReadme } from '@readme/openapi-parser';
import { validate as validateByScalar } from '@scalar/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import spectralCore from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const require = createRequire(import.meta.url);
const manifest = require.resolve('@redocly/cli/package.json');
const REDOCLY = path.join(path.dirname(manifest), require(manifest).bin.redocly);

/** In the process, it would print to our own output. */
async function redocly(document) {
  const folder = mkdtempSync(path.join(tmpdir(), 'readers-'));
  try {
    writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document));
    const args = [REDOCLY, 'lint', 'openapi.json', '--extends=recommended', '--format=json'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    // Its exit code is 1 if it finds an error.
    const printed = await new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 }, (_, stdout) =>
        resolve(stdout),
      );
    });
    const { problems } = JSON.parse(printed);
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${location[0].pointer}: ${message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const spectralRules = new spectralCore.Spectral();
spectralRules.setRuleset({ extends: [[rulesets.oas, 'recommended']], rules: {} });

async function spectral(document) {
  const found = await spectralRules.run(document);
  return found.map(({ code, message, path: place }) => `${code}: ${place.join('/')}: ${message}`);
}

/** It rejects with what is wrong. */
async function swaggerParser(document) {
  try {
    await SwaggerParser.validate(document);
    return [];
  } catch (error) {
    return [error.message];
  }
}

async function readme(document) {
  const { valid, errors = [] } = await validateByReadme(document);
  return valid ? [] : errors.map(({ message }) => message);
}

async function scalar(document) {
  const { valid, errors = [] } = await validateByScalar(document);
  return valid ? [] : errors.map(({ message, path: place }) => `${place?.join?.('/') ?? place}: ${message}`);
}

async function seriousme(document) {
  const { valid, errors = [] } = await new Validator().validate(document);
  if (valid) return [];
  return typeof errors === 'string'
    ? [errors]
    : errors.map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

export const JUDGES = {
  '@redocly/cli': redocly,
  '@stoplight/spectral-core': spectral,
  '@apidevtools/swagger-parser': swaggerParser,
  '@readme/openapi-parser': readme,
  '@scalar/openapi-parser': scalar,
  '@seriousme/openapi-schema-validator': seriousme,
};
