import { accepts } from '../../documents/json-schema/accepts.js';
import type { ParameterObject, ParameterPlace } from '../../documents/openapi/types/document.js';
import type { ParameterType } from '../../documents/openapi/types/endpoint.js';
import type { BoundParameter } from '../../documents/openapi/create/class-parameters.js';
import { shapeOfInput, shapeOfType } from '../../documents/openapi/create/parameter-style.js';
import { coerce, partsOf, type Resolve, typeFault } from './coerce.js';
import { type Fault, inside, pointerTo, renameIn, withoutRepeats } from './faults.js';
import { type FaultPlace, ProblemFault } from '../problem.js';
import { rawValueOf, type Written } from './parameter-styles.js';
import { readStandard } from './read-value.js';
import { ParameterSources } from './parameter-sources.js';
import type { OperationRequest } from '../../shared/http.js';
import type { FilterRequest } from '../member-filters.js';
import { checkLimits, isShort, type ValueLimits } from './value-limits.js';
import { type InstanceOptions, type Reading, readInstance } from './read-instance.js';

export type Place = ParameterPlace;

export interface ParameterGroup {
  readonly target: ParameterType | undefined;
  readonly places: readonly Place[];
  readonly parameters: readonly PreparedParameter[];
}

interface PreparedParameter {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly schema: ParameterObject['schema'];
  readonly key: string;
  readonly valueIn: (sources: ParameterSources) => unknown;
  /** Returns a fault for text of another type. A `@Transform` may take any text. */
  readonly typeFault: (value: unknown) => Fault | undefined;
  readonly filter: FilterRequest;
}

export interface ParameterReader {
  readonly groups: readonly ParameterGroup[];
  readonly instances: InstanceOptions;
  readonly resolve: Resolve;
  readonly limits: ValueLimits;
}

type ParameterValues = Record<Place, unknown>;

/** Prepares a parameter at registration, so that a request only converts values. */
export function prepare(
  bound: BoundParameter,
  resolved: ParameterObject,
  { resolve, filter }: { readonly resolve: Resolve; readonly filter: FilterRequest },
): PreparedParameter {
  // Only the references of the schema itself have been resolved.
  const written = writtenOf({ ...bound, parameter: resolved }, resolve);
  const { name, schema, required = false } = resolved;
  const location = resolved.in as Place;
  const key = bound.property?.name ?? name;
  return {
    name,
    in: location,
    required,
    schema,
    key,
    filter,
    valueIn: (sources) => {
      const raw = rawValueOf(written, sources.valuesIn(location, name));
      return raw === undefined ? undefined : coerce(raw, schema, resolve);
    },
    typeFault: (value) =>
      bound.property?.transformed === true ? undefined : typeFault(key, value, schema, resolve),
  };
}

function writtenOf({ parameter, property, shape }: BoundParameter, resolve: Resolve): Written {
  const { name, in: location, style, explode, schema = {} } = parameter;
  return {
    name,
    in: location,
    ...(style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
    shape: shape ?? (property === undefined ? shapeOfInput(schema as never) : shapeOfType(property.type)),
    members: [...new Set(partsOf(schema, resolve).flatMap(({ properties = {} }) => Object.keys(properties)))],
  };
}

export async function readParameters(
  request: OperationRequest,
  { groups, instances, resolve, limits }: ParameterReader,
  faults: ProblemFault[],
): Promise<ParameterValues> {
  const values: ParameterValues = { path: {}, query: {}, header: {}, cookie: {} };
  const sources = new ParameterSources(request);
  for (const group of groups) {
    const { target } = group;
    const plain = plainOf(group, sources);
    // All servers limit the length of headers, but not that of the request target.
    if (!isShort(request.target.length, limits))
      for (const { key, name, in: place, schema = {} } of group.parameters)
        checkLimits(
          { [name]: plain[key] },
          { limits, schema: { properties: { [name]: schema } }, resolve, place },
        );
    const unknown: Fault[] = [];
    for (const { key, filter, typeFault: typeFaultOf } of group.parameters)
      if (plain[key] !== undefined) {
        const found: Fault[] = [];
        plain[key] = filter(plain[key], found);
        const misfit = target && typeFaultOf(plain[key]);
        unknown.push(...inside(key, found), ...(misfit === undefined ? [] : [misfit]));
      }
    if (target === undefined) faults.push(...faultsOfExplicit(group, plain, resolve));
    const reading = target === undefined ? { value: plain } : await read(target, plain, instances);
    faults.push(...faultsOfGroup(group, withoutRepeats(unknown, reading.faults)));
    for (const place of group.places) values[place] = reading.value;
  }
  return values;
}

function read(target: ParameterType, plain: object, instances: InstanceOptions): Reading | Promise<Reading> {
  return '~standard' in target ? readStandard(plain, target) : readInstance(target, plain, instances);
}

function plainOf({ parameters }: ParameterGroup, sources: ParameterSources): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const { key, valueIn } of parameters) {
    const value = valueIn(sources);
    if (value !== undefined) plain[key] = value;
  }
  return plain;
}

function faultsOfGroup({ parameters, places }: ParameterGroup, faults: readonly Fault[]): ProblemFault[] {
  return faults.map((fault) => {
    const [first = '', ...rest] = fault.path;
    const parameter = parameters.find(({ key }) => key === first);
    if (parameter === undefined) return problemFault(places[0] ?? 'query', fault);
    const { name, key } = parameter;
    const detail = rest.length === 0 ? renameIn(fault.detail, key, name) : fault.detail;
    return problemFault(parameter.in, { ...fault, path: [name, ...rest], detail });
  });
}

function faultsOfExplicit(
  { parameters }: ParameterGroup,
  plain: Readonly<Record<string, unknown>>,
  resolve: Resolve,
): ProblemFault[] {
  return parameters.flatMap(({ name, key, in: place, required, schema = {} }) => {
    const value = plain[key];
    const fault = (detail: string): ProblemFault[] => [problemFault(place, { path: [name], detail })];
    if (value === undefined) return required ? fault(`${name} is required`) : [];
    return accepts(schema, value, resolve) === false ? fault(`${name} does not satisfy its schema`) : [];
  });
}

export function problemFault(place: FaultPlace, { path, detail, rule }: Fault): ProblemFault {
  return Object.assign(new ProblemFault(), {
    in: place,
    pointer: pointerTo(path),
    detail,
    ...(rule !== undefined && { rule }),
  });
}
