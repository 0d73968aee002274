import { existsSync } from 'node:fs';
import type { Constructor } from 'dtospec/internal';
import { loadCompiled } from '../load/load-module.js';

/** A source and the compiled files that may come from it. */
interface CompiledSource {
  readonly file: string;
  readonly classes: readonly string[];
  readonly outputs: readonly string[];
}

/** Returns the class that a source declares by this name, or undefined if several classes may be meant. */
export type OwnerOf = (file: string, className: string) => Constructor | undefined;

/**
 * Finds the class of each declaration: by its name, or by the
 * exports of its compiled file if several classes have the name.
 *
 * @param owners the classes of the document
 */
export async function findOwners(
  owners: readonly Constructor[],
  sources: readonly CompiledSource[],
): Promise<OwnerOf> {
  const known = new Set(owners);
  const exported = new Map<string, readonly unknown[]>();
  const declared = sources.flatMap(({ classes }) => classes);
  const isAmbiguous = (name: string): boolean =>
    declared.filter((className) => className === name).length > 1 ||
    [...known].filter((owner) => owner.name === name).length > 1;
  const ambiguous = new Set(declared.filter((name) => isAmbiguous(name)));
  for (const { file, classes, outputs } of sources) {
    if (!classes.some((name) => ambiguous.has(name))) continue;
    const modules = await Promise.all(outputs.filter((output) => existsSync(output)).map(loadCompiled));
    exported.set(
      file,
      modules.flatMap((module) => Object.values(module)),
    );
  }
  return (file, className) =>
    ambiguous.has(className)
      ? exported
          .get(file)
          ?.find(
            (exported): exported is Constructor =>
              typeof exported === 'function' && exported.name === className,
          )
      : [...known].find(({ name }) => name === className);
}
