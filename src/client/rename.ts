import type { ClientManifest, OperationNames, TypeNames } from '../operations/contract/client-api.js';

/** Renames the members of a value from property names to JSON names, or with `back` from JSON names to property names. */
export type Rename = (value: unknown, type: TypeNames | undefined, back?: boolean) => unknown;

export function renamer(classes: ClientManifest['classes']): Rename {
  const rename: Rename = (value, type, back) => {
    if (type === undefined || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => rename(item, type, back));
    const members = typeof type === 'string' ? Object.entries(classes[type] ?? {}) : [];
    const pairs = members.map(([key, { name = key, type: inner }]) => ({
      from: back ? name : key,
      to: back ? key : name,
      inner,
    }));
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) => {
        const pair = pairs.find(({ from }) => from === key);
        // An undocumented member has the same name as a documented one, which takes precedence.
        if (!pair && pairs.some(({ to }) => to === key)) return [];
        return [
          [pair?.to ?? key, rename(member, typeof type === 'string' ? pair?.inner : type.values, back)],
        ];
      }),
    );
  };
  return rename;
}

export function namesIn(manifest: ClientManifest | undefined, place: string): OperationNames {
  if (!manifest) return {};
  const names = Object.hasOwn(manifest.operations, place) && manifest.operations[place];
  if (names) return names;
  throw new TypeError(`The manifest does not have ${place}. Write it again with dtospec build --client.`);
}

export function responseType({ responses }: OperationNames, status: number): TypeNames | undefined {
  return responses?.[status] ?? responses?.[`${Math.floor(status / 100)}XX`] ?? responses?.default;
}
