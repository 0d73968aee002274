import type { OperationObject, OrReference, ParameterObject } from './document.js';
import type { PathTemplate } from './path.js';
import type { Route } from './paths.js';
import type { Findings } from './findings.js';

/** Renames the path parameters of an operation whose path OpenAPI takes for the same as `first` (OpenAPI 3.1, 4.8.8). */
export function underTemplate(
  operation: OperationObject,
  own: PathTemplate,
  first: PathTemplate,
): OperationObject {
  if (own.path === first.path || operation.parameters === undefined) return operation;
  const names = namesIn(first);
  const renamed = new Map(namesIn(own).map((name, index) => [name, names[index] ?? name]));
  const rename = (parameter: OrReference<ParameterObject>): OrReference<ParameterObject> =>
    'in' in parameter && parameter.in === 'path'
      ? { ...parameter, name: renamed.get(parameter.name) ?? parameter.name }
      : parameter;
  return { ...operation, parameters: operation.parameters.map(rename) };
}

function namesIn({ path }: PathTemplate): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
}

/** Reports a path that differs from an earlier one in the names of its parameters only. */
export function reportIdentical(
  { endpoint, template, method, place }: Route,
  first: PathTemplate,
  isTaken: boolean,
  findings: Findings,
): void {
  const outcome = isTaken
    ? `${method} ${first.path} is documented already, so ${place} is left out. Remove one of the two, or document it in another view.`
    : `It is documented as ${first.path}. Name the parameters alike.`;
  findings.during(endpoint, () => {
    findings.report({
      code: 'identical-templates',
      message: `${template.path} and ${first.path} are the same path to OpenAPI, which ignores the names of parameters. ${outcome}`,
      place,
    });
  });
}
