import { didYouMean } from '../../../shared/nearest.js';
import { messageOf, type DocumentContext, validationOf } from '../context.js';
import type { OperationObject, OrReference, ParameterObject, PathItemObject } from '../types/document.js';
import { checkFields } from '../fields/check-fields.js';
import { bothNamesReporter, renameInputs } from '../create/input-names.js';
import type { Findings } from '../validate.js';
import { operationsOf, setOperation } from './methods.js';
import { withCommon } from '../create/common-responses.js';
import { createOperation, createPathItem, sharedParameters } from '../create/operation.js';
import { normalizePath, type PathTemplate } from './path.js';
import type { Route } from './routes.js';

type Items = ReadonlyMap<string, PathItemObject>;

const NONE: ReadonlySet<string> = new Set();

export function createConfiguredItems(isPart: boolean, context: DocumentContext): Items {
  const { config, report } = context;
  const items = new Map<string, PathItemObject>();
  for (const [source, pathItem] of Object.entries(config.paths)) {
    const place = `paths ${source}`;
    const template = normalizePath(source, report, place);
    const { $ref: _r, operations: _o, ...fields } = pathItem;
    const itemContext = { ...context, place, template, validation: undefined };
    items.set(template.path, createPathItem(isPart ? fields : pathItem, itemContext));
  }
  return items;
}

/**
 * Creates path items in the order of registration. Paths that differ only in parameter names share one item,
 * with the names of the first path.
 */
export function createPaths(
  routes: Iterable<Route>,
  configured: Items,
  findings: Findings,
  context: DocumentContext,
): Record<string, PathItemObject> {
  const paths: Record<string, PathItemObject> = {};
  const templates = new Map<string, PathTemplate>();
  for (const route of routes) {
    const first = templates.get(route.template.shape) ?? route.template;
    const { path, shape } = first;
    templates.set(shape, first);
    if (path !== route.template.path) reportIdentical(route, first, findings);
    const ofItem = configured.get(path)?.parameters;
    const shared = ofItem === undefined ? NONE : sharedParameters(ofItem, context);
    const operation = findings.forEndpoint(route.endpoint, () => tryOperation(route, shared, context));
    if (operation === undefined) continue;
    const renamed =
      path === route.template.path ? operation : renameParameters(operation, route.template, first);
    setOperation((paths[path] ??= {}), route.method, renamed, context.config.openapi);
  }
  addConfigured(paths, configured);
  return paths;
}

/** Adds the fields of configured path items. */
function addConfigured(paths: Record<string, PathItemObject>, configured: Items): void {
  for (const [path, item] of configured) {
    const known = paths[path];
    if (known !== undefined || hasOwnOperations(item)) paths[path] = { ...item, ...known };
  }
}

export function reportUnknownPaths(
  configured: Items,
  paths: Readonly<Record<string, PathItemObject>>,
  { report }: DocumentContext,
): void {
  for (const path of configured.keys()) {
    if (Object.hasOwn(paths, path)) continue;
    report({
      code: 'unknown-path',
      message: `No endpoint has the path ${path}, so its entry in config.paths is left out.${didYouMean(path, Object.keys(paths))}`,
      place: `paths ${path}`,
    });
  }
}

function hasOwnOperations(item: PathItemObject): boolean {
  return item.$ref !== undefined || operationsOf(item).length > 0;
}

function tryOperation(
  route: Route,
  shared: ReadonlySet<string>,
  context: DocumentContext,
): OperationObject | undefined {
  const { place, template } = route;
  const { config, report } = context;
  try {
    const renamed = renameInputs(route.endpoint, bothNamesReporter(place, report));
    const endpoint = checkFields(renamed, 'operation', { config, report, place });
    const validation = validationOf(endpoint);
    const operationContext = { ...context, place, template, shared, validation };
    return createOperation(withCommon(endpoint, operationContext), route, operationContext);
  } catch (error) {
    report({
      code: 'broken-endpoint',
      message: `The endpoint is left out, because it could not be read: ${messageOf(error)} Check its fields against the type Endpoint.`,
      place,
    });
    return undefined;
  }
}

/**
 * Renames parameters to those of the first path: templates that
 * differ only in names are identical (OpenAPI 3.1, 4.8.8).
 */
function renameParameters(
  operation: OperationObject,
  own: PathTemplate,
  first: PathTemplate,
): OperationObject {
  if (operation.parameters === undefined) return operation;
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

function reportIdentical(
  { endpoint, template, place }: Route,
  first: PathTemplate,
  findings: Findings,
): void {
  const both = `${template.path} and ${first.path}`;
  findings.forEndpoint(endpoint, () => {
    findings.report({
      code: 'identical-templates',
      place,
      detail: both,
      message: `Paths are the same path to OpenAPI, which ignores the names of parameters, so the first of two is documented as the second: ${both}. Name the parameters alike.`,
    });
  });
}
