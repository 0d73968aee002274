import { existsSync } from 'node:fs';
import path from 'node:path';
import { Checker, describeFault, didYouMean, type Schema, type Severity } from 'dtospec/internal';
import type { Verdict } from '../diff/rule.js';
import { RULES, type RuleCode } from '../diff/rules.js';
import { InputError, type OptionValues } from './command.js';
import type { CommandFinding } from './findings.js';
import { parseJson, readSource } from './load/read-source.js';

interface CommandConfig {
  readonly diff?: { readonly rules?: Readonly<Partial<Record<RuleCode, Verdict | 'off'>>> };
  readonly validate?: { readonly rules?: FindingRules };
  readonly fuzz?: { readonly rules?: FindingRules };
}

type FindingRules = Readonly<Record<string, Severity | 'off'>>;

const FILE = 'dtospec.config.json';

export const CONFIG_OPTION = {
  '--config <file>': `The file with severities by rule [${FILE}, if it exists]`,
};

const section = (rules: object): object => ({
  type: 'object',
  additionalProperties: false,
  properties: { rules: { type: 'object', ...rules } },
});
const severities = section({ additionalProperties: { enum: ['error', 'warning', 'info', 'off'] } });

/** The JSON Schema of the configuration file. config.schema.json has the same content, for editors. */
export const CONFIG_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    diff: section({
      propertyNames: { enum: Object.keys(RULES) },
      additionalProperties: { enum: ['breaking', 'unclear', 'compatible', 'off'] },
    }),
    validate: severities,
    fuzz: severities,
  },
};

export async function readConfig(options: OptionValues, cwd: string): Promise<CommandConfig> {
  const name = typeof options.config === 'string' ? options.config : FILE;
  if (options.config === undefined && !existsSync(path.resolve(cwd, name))) return {};
  const config = parseJson(await readSource(name, cwd), name);
  const [fault] = new Checker().faultsOf(CONFIG_SCHEMA as Schema, config, 1);
  if (fault === undefined) return config as CommandConfig;
  const unknown = fault.keyword === 'propertyNames' ? fault.path.at(-1) : undefined;
  throw new InputError(
    unknown === undefined
      ? `${name}: ${describeFault(fault)}.`
      : `${name}: ${JSON.stringify(unknown)} is not a rule.${didYouMean(unknown, Object.keys(RULES))}`,
  );
}

export function withSeverities(
  findings: readonly CommandFinding[],
  rules: FindingRules = {},
): readonly CommandFinding[] {
  return findings.flatMap((finding) => {
    const configured = Object.hasOwn(rules, finding.code) ? rules[finding.code] : undefined;
    if (configured === 'off') return [];
    return [configured === undefined ? finding : { ...finding, severity: configured }];
  });
}
