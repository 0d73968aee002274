import { documentOf, shapesOf } from './shapes/all.js';
import type { Version } from './shapes/shape.js';

export interface Found {
  readonly rule: string;
  readonly place: string;
}

/** A document with all shapes of a version. */
export function everything(version: Version): object {
  return documentOf(
    version,
    shapesOf(version).map(([name]) => name),
  );
}

/** The rules that a linter holds against each shape of that document: the component or the path that the place is in. */
export function byShape(version: Version, found: readonly Found[]): Record<string, string> {
  const names = shapesOf(version).map(([name]) => name);
  const rules = new Map<string, Set<string>>(names.map((name) => [name, new Set()]));
  for (const { rule, place } of found) {
    const name = place.split('/').find((part) => rules.has(part)) ?? 'elsewhere';
    rules.set(name, (rules.get(name) ?? new Set()).add(rule));
  }
  return Object.fromEntries([...rules].map(([name, set]) => [name, [...set].join(', ') || 'ok']));
}
