import { DIAGNOSTICS } from 'dtospec/internal';
import { RULES } from '../diff/rules.js';
import type { FuzzCode } from '../fuzz/types.js';
import { toolsVersion } from './tools-version.js';

/** The help of a rule in SARIF (2.1.0, 3.49). */
export interface RuleHelp {
  /** One sentence. */
  readonly text: string;
  /** Absolute URL of the page that describes the rule. */
  readonly uri: string;
}

/** Findings of `dtospec fuzz`. docs/fuzz.md has the same table. */
const FUZZ: Readonly<Record<FuzzCode | 'partly-tested' | 'not-reached', string>> = {
  'server-error': 'The service responds with 500 or above.',
  'invalid-accepted': 'The service accepts a request that the document does not accept.',
  'valid-refused': 'The service rejects a request that the document accepts.',
  'answer-undocumented': 'A response differs from the document.',
  'authentication-ignored':
    'The service accepts a request without the credentials that the document requires.',
  'use-after-delete': 'GET succeeds after DELETE.',
  'created-not-found': 'GET does not find a resource that POST created.',
  'change-lost': 'GET returns another value than an earlier request had set.',
  'secret-shown': 'An error contains a URL with a password.',
  'unsupported-method': 'The service responds wrongly to a method that the document does not have.',
  'connection-broken': 'The service closes the connection.',
  timeout: 'The service does not respond in time.',
  'partly-tested': 'Some requests to the operation could not be tested.',
  'not-reached': 'No valid request reached the operation.',
};

const OPENAPI_SCHEMA = {
  text: "The document does not satisfy OpenAPI's JSON Schema.",
  uri: 'https://spec.openapis.org/oas/latest.html',
};

/** Returns the help of a code: a diagnostic, a rule of `diff`, a finding of `fuzz`, or a rule of Redocly. */
export function helpOf(code: string): RuleHelp {
  if (code === 'openapi-schema') return OPENAPI_SCHEMA;
  if (isKey(DIAGNOSTICS, code)) return { text: DIAGNOSTICS[code][1], uri: guide('diagnostics') };
  if (isKey(RULES, code)) return { text: `${RULES[code].summary}.`, uri: guide('diff') };
  if (isKey(FUZZ, code)) return { text: FUZZ[code], uri: guide('fuzz') };
  return { text: code, uri: `https://redocly.com/docs/cli/rules/oas/${encodeURIComponent(code)}` };
}

function isKey<T extends object>(table: T, code: string): code is Extract<keyof T, string> {
  return Object.hasOwn(table, code);
}

/** The guides are a part of the package dtospec, whose version is the same. */
function guide(name: string): string {
  return `https://unpkg.com/dtospec@${toolsVersion()}/docs/${name}.md`;
}
