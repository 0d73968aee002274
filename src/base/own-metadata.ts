import 'reflect-metadata';

/** Where reflect-metadata keeps what is recorded of one object, or of one of its properties: part of its protocol since 0.2. */
interface Provider {
  readonly OrdinaryGetOwnMetadata: (key: unknown, object: object, property: string | undefined) => unknown;
}

interface Registry {
  readonly getProvider: (object: object, property: string | undefined) => Provider | undefined;
}

const REGISTRY = Symbol.for('@reflect-metadata:registry');
const { getOwnMetadata } = Reflect;

/** None before 0.2, nor where another library put functions of its own in place of reflect-metadata's. */
function registryNow(): Registry | undefined {
  const { [REGISTRY]: registry } = Reflect as { readonly [REGISTRY]?: Registry };
  return Reflect.getOwnMetadata === getOwnMetadata ? registry : undefined;
}

/** Nearly always there is one, which keeps all: it is asked first. What one keeps of an object, no other does. */
let latest: Provider | undefined;

/** As `Reflect.getOwnMetadata`, in a quarter of the calls: it is asked of every property of a service. */
export function ownMetadata(key: string | symbol, object: object, property?: string): unknown {
  if (latest !== undefined && Reflect.getOwnMetadata === getOwnMetadata) {
    const kept = latest.OrdinaryGetOwnMetadata(key, object, property);
    if (kept !== undefined) return kept;
  }
  const registry = registryNow();
  if (registry !== undefined) {
    const provider = registry.getProvider(object, property);
    if (provider === undefined) return undefined;
    latest = provider;
    return provider.OrdinaryGetOwnMetadata(key, object, property);
  }
  return property === undefined
    ? Reflect.getOwnMetadata(key, object)
    : Reflect.getOwnMetadata(key, object, property);
}

/** Whether nothing was ever recorded of an object as a whole, by anyone. */
export function isUntouched(object: object): boolean {
  const registry = registryNow();
  if (registry !== undefined) return registry.getProvider(object, undefined) === undefined;
  return Reflect.getOwnMetadataKeys(object).length === 0;
}
