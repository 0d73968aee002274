import { findings, lintFindings } from '../../support/validate-document.js';
import { runTool } from '../../support/tools.js';
import { documentOf, shapesOf } from './shapes/all.js';
import type { Version } from './shapes/shape.js';

interface Finding {
  readonly rule: string;
  readonly place: string;
}

/** The rules that Spectral's recommended ruleset holds against each shape. */
export async function spectralVerdicts(version: Version): Promise<Record<string, string>> {
  const { all = [] } = (await runTool('spectral.mjs', { all: everything(version) })) as Record<
    string,
    Finding[]
  >;
  return byShape(version, all);
}

/** The rules that Redocly's recommended ruleset holds against each shape. */
export async function redoclyVerdicts(version: Version): Promise<Record<string, string>> {
  return byShape(version, await lintFindings(everything(version)));
}

/** What OpenAPI's meta-schema finds: nothing, for a shape is a right way to write a schema. */
export async function invalidPlaces(version: Version): Promise<readonly Finding[]> {
  const found = await findings(everything(version));
  return found.filter(({ validator }) => validator === 'hyperjump');
}

function everything(version: Version): object {
  return documentOf(
    version,
    shapesOf(version).map(([name]) => name),
  );
}

/** The shape is the component or the path that the place is in. */
function byShape(version: Version, found: readonly Finding[]): Record<string, string> {
  const names = shapesOf(version).map(([name]) => name);
  const rules = new Map<string, Set<string>>(names.map((name) => [name, new Set()]));
  for (const { rule, place } of found) {
    const name = place.split('/').find((part) => rules.has(part)) ?? 'elsewhere';
    rules.set(name, (rules.get(name) ?? new Set()).add(rule));
  }
  return Object.fromEntries([...rules].map(([name, set]) => [name, [...set].join(', ') || 'ok']));
}
