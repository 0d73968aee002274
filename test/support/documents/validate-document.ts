import { createHash } from 'node:crypto';
import { recordLine } from '../jest/record-documents.js';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What one validator has against a document. */
export interface Finding {
  readonly validator: 'hyperjump' | 'redocly';
  /** JSON pointer into the document. */
  readonly place: string;
  readonly rule: string;
  readonly message: string;
}

interface Validators {
  ask(question: 'findings' | 'lint', document: unknown): Promise<Finding[]>;
}

let validators: Validators | undefined;

/** OpenAPI's meta-schemas (which check the schemas against the dialect too) and Redocly's `spec` rules. */
export function findings(document: unknown): Promise<Finding[]> {
  return start().ask('findings', document);
}

/** Redocly's `recommended` rules: taste, not validity. For the samples. */
export function lintFindings(document: unknown): Promise<Finding[]> {
  return start().ask('lint', document);
}

/** A process for this file's tests; those that ask here and now are few. */
function start(): Validators {
  validators ??= jest
    .requireActual<{ startValidators(): Validators }>('../validator/process.cjs')
    .startValidators();
  return validators;
}

/**
 * Neither validator may have anything against the document. They are asked once all tests are done, all documents
 * together and each document once (`validator/reporter.mjs`): the run fails then, and names this test.
 */
export function expectValidDocument(document: unknown): Promise<void> {
  recordLine({ document });
  // Without the reporter (mutation tests), nobody asks.
  const folder = process.env.DTOSPEC_DOCUMENTS;
  if (folder === undefined) return Promise.resolve();
  const text = JSON.stringify(document);
  const file = path.join(folder, `${createHash('sha256').update(text).digest('hex')}.json`);
  if (existsSync(file)) return Promise.resolve();
  const { testPath = '', currentTestName = '' } = expect.getState();
  const test = `${path.relative(process.cwd(), testPath)}: ${currentTestName}`;
  writeFileSync(file, `{"test":${JSON.stringify(test)},"document":${text}}`);
  return Promise.resolve();
}
