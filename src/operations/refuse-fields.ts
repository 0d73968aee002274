import { ConfigError } from '../shared/errors.js';
import { severityOf, type Finding } from '../shared/diagnostics.js';
import { show } from '../shared/values.js';
import type { ResolvedConfig } from '../documents/openapi/config/resolve-config.js';
import type { OperationContext } from '../documents/openapi/context.js';
import { type ComponentKind, isReference, resolveComponent } from '../documents/openapi/create/references.js';
import { checkFields, type FieldContext } from '../documents/openapi/fields/check-fields.js';
import type { ObjectName } from '../documents/openapi/fields/table.js';
import type { NamedEndpoint } from '../documents/openapi/types/endpoint.js';
import type { OperationDefinition } from './handler-types.js';
import { OPTION_NAMES } from './operation-options.js';

// Rejects fields that would have no effect. A document may
// lack such a field, but an operation would run without it.

/** Fields that decide about requests. `security` has a check of its own. */
const REQUEST_FIELDS: ReadonlySet<string> = new Set<keyof OperationDefinition>([
  'params',
  'query',
  'headers',
  'cookies',
  'body',
  'parameters',
  'validation',
]);

/** @throws ConfigError for an unknown option of the configuration or of `auth` */
export function refuseUnknownOptions({ declared: config, openapi }: ResolvedConfig): void {
  const context = { config: { openapi } };
  if ('security' in config && (config.security as unknown) === undefined)
    throw new ConfigError(
      'config.security is undefined, as a constant is in modules that import each other, so every operation would be public. Move the constant to a module that does not import back, or leave the field out.',
    );
  refuseFirst(
    findingsIn(config, 'config', { ...context, place: 'config' }),
    ({ code }) => code === 'unknown-option',
  );
  refuseFirst(
    findingsIn(config.auth ?? {}, 'auth', { ...context, place: 'config.auth' }),
    ({ code }) => code === 'unknown-option',
  );
}

/** @throws ConfigError for an unknown field, and for an invalid field that decides about requests */
export function refuseFields(
  definition: OperationDefinition,
  { config, place }: Pick<OperationContext, 'config' | 'place'>,
): void {
  const fields = Object.fromEntries(
    Object.entries(definition).filter(([name]) => name !== 'security' && !OPTION_NAMES.includes(name)),
  );
  const isOwn = (finding: Finding, names: Iterable<string>): boolean =>
    [...names].some((name) => finding.place === `${place} ${name}`);
  refuseFirst(
    findingsIn(fields, 'operation', { config, place, further: OPTION_NAMES }),
    (finding) => {
      if (finding.code === 'unknown-field' && isOwn(finding, Object.keys(fields))) return true;
      return severityOf(finding) === 'error' && isOwn(finding, REQUEST_FIELDS);
    },
    'operation ',
  );
}

function findingsIn(fields: object, object: ObjectName, context: Omit<FieldContext, 'report'>): Finding[] {
  const findings: Finding[] = [];
  checkFields(fields, object, { ...context, report: (finding) => findings.push(finding) });
  return findings;
}

function refuseFirst(
  findings: readonly Finding[],
  isRefused: (finding: Finding) => boolean,
  subject = '',
): void {
  const refused = findings.find(isRefused);
  if (refused !== undefined)
    throw new ConfigError(`${subject}${refused.place}: ${refused.message} (${refused.code})`);
}

/** @throws ConfigError for a reference of the request or of a response whose target operations cannot read */
export function refuseReferences(
  { parameters = [], requestBody, responses }: NamedEndpoint,
  context: Pick<OperationContext, 'config' | 'place'>,
): void {
  for (const parameter of parameters) requireTarget(parameter, 'parameters', context);
  for (const response of Object.values(responses)) requireTarget(response, 'responses', context);
  if (requestBody == null) return;
  requireTarget(requestBody, 'requestBodies', context);
  const body = isReference(requestBody)
    ? resolveComponent(requestBody, 'requestBodies', context)
    : requestBody;
  for (const entry of Object.values(body?.content ?? {})) requireTarget(entry, 'mediaTypes', context);
}

function requireTarget(
  reference: unknown,
  kind: ComponentKind,
  { config, place }: Pick<OperationContext, 'config' | 'place'>,
): void {
  if (!isReference(reference) || resolveComponent(reference, kind, { config }) !== undefined) return;
  throw new ConfigError(
    `operation ${place} has the reference ${show(reference.$ref)}, which has no target in config.components.${kind}, so nothing would check it. Add the target there.`,
  );
}
