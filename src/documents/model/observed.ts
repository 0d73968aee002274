/** The object, with a note of whether anything but the one key is looked at. */
export function observed(
  object: Readonly<Record<string, unknown>>,
  key: string,
  watch: { strayed: boolean },
): Readonly<Record<string, unknown>> {
  const stray = <T>(answer: T): T => {
    watch.strayed = true;
    return answer;
  };
  const nothing = (): unknown => {
    watch.strayed = true;
    return undefined;
  };
  const isOwn = (name: string | symbol): boolean => name === key;
  return new Proxy(object, {
    get: (target, name) => (isOwn(name) ? target[key] : nothing()),
    has: (target, name) => (isOwn(name) ? key in target : stray(false)),
    getOwnPropertyDescriptor: (target, name) =>
      isOwn(name) ? Reflect.getOwnPropertyDescriptor(target, name) : (nothing() as undefined),
    ownKeys: (target) => stray(Reflect.ownKeys(target)),
    getPrototypeOf: () => stray(null),
    set: () => stray(true),
    defineProperty: () => stray(true),
    deleteProperty: () => stray(true),
  });
}
