import { instanceToPlain } from 'class-transformer';

/** Which view of a class is serialized: class-transformer's groups and version. */
export interface SerializeOptions {
  groups?: string[];
  version?: number;
}

/** Turns a class instance (or a plain value with instances in it) into the plain JSON value that its output schema describes. */
export function serialize(value: unknown, options: SerializeOptions = {}): unknown {
  return instanceToPlain(value, options);
}
