import 'reflect-metadata';
import type { Constructor } from '../../../src/shared/types.js';
import { Docs } from '../../../src/docs.js';
import type { Endpoint } from '../../../src/documents/openapi/types/endpoint.js';
import { generateTwins } from './similar-classes.js';
import { WAYS } from './schema-options.js';

/** A class, by its family and its number in it, and the way in which it is documented. */
export interface Job {
  readonly family: number;
  readonly member: number;
  readonly way: number;
}

/** Schemas by job, and diagnostics that name a generated class. */
export interface Documented {
  readonly schemas: Readonly<Record<string, string>>;
  readonly findings: readonly string[];
}

/** Documents classes, those of one configuration in one document. */
export function documentAll(jobs: readonly Job[]): Documented {
  const families = new Map<number, readonly Constructor[]>();
  const schemas: Record<string, string> = {};
  const findings = new Set<string>();
  for (const config of new Set(jobs.map(configOf))) {
    const together = jobs.filter((job) => configOf(job) === config);
    const docs = new Docs({ info: { title: 'Twins', version: '1' }, ...(JSON.parse(config) as object) });
    for (const job of together) {
      const { family, member } = job;
      const classes = families.get(family) ?? generateTwins(family);
      families.set(family, classes);
      docs.add(endpointOf(job, classes[member]!));
    }
    const { paths, components = {} } = docs.buildSpec();
    for (const job of together)
      schemas[pathOf(job)] = JSON.stringify(
        written(paths[pathOf(job)], components.schemas as Record<string, unknown> | undefined),
        null,
        1,
      );
    for (const diagnostic of docs.diagnostics({ notes: true }))
      for (const { message, places } of diagnostic.details ?? [diagnostic])
        for (const place of places)
          if (place.startsWith('Twin'))
            findings.add(`${config} ${place.replace(COMPONENT_NAME, '$1')}: ${message}`);
  }
  return { schemas, findings: [...findings] };
}

function configOf({ way }: Job): string {
  return JSON.stringify(WAYS[way]!.config);
}

function pathOf({ family, member, way }: Job): string {
  return `/twins/${family}/${member}/${way}`;
}

function endpointOf(job: Job, schema: Constructor): Endpoint {
  const { validation, contentType, exposure, config: _, ...view } = WAYS[job.way]!;
  return {
    method: 'POST',
    path: pathOf(job),
    ...(validation && { validation }),
    queryParams: schema,
    requestBody: { schema, ...view, ...(contentType !== undefined && { contentType }) },
    responses: { 200: { description: 'A twin', schema, ...view, ...(exposure && { exposure }) } },
  };
}

/** What a document adds to the name of a class depends on which other views of it are documented. */
const COMPONENT_NAME = /^(Twin\d+x\d+)(?:Input)?(?:\.(?:create|admin|staff|v\d))*(?=\.|$)/;
const COMPONENT = '#/components/schemas/';

/** A part of a document with its components in the place of their names, which depend on all that the document has. */
function written(part: unknown, schemas: Readonly<Record<string, unknown>> = {}): unknown {
  if (typeof part === 'string') return part.startsWith(COMPONENT) ? COMPONENT : part;
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => written(one, schemas));
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => {
      const name = key === '$ref' && typeof value === 'string' ? value.slice(COMPONENT.length) : undefined;
      return [key, written(name === undefined ? value : schemas[name], schemas)];
    }),
  );
}
