/** Store of a small JSON value for each endpoint, shared by all processes. */
export interface EndpointStore<T> {
  /** Returns the value of a key, or undefined. */
  get(key: string): Promise<T | undefined>;
  /** Sets the value of a key; `undefined` removes it. */
  set(key: string, value: T | undefined): Promise<void>;
  /** Returns all values by their keys. */
  list(): Promise<ReadonlyMap<string, T>>;
}

/** Pause of one endpoint. */
export interface EndpointPause {
  /** Start of the pause, in milliseconds since the epoch. */
  readonly since: number;
  /**
   * True while the endpoint is resumed: attempts wait for
   * the deliveries that were kept, for a minute at most.
   * @default false
   */
  readonly isResuming?: boolean;
}

/** Options of `resumeEndpoint`. */
export interface ResumeEndpointOptions {
  /** True to delete the deliveries that were kept, instead of sending them. @default false */
  readonly skip?: boolean;
}

/** Keeps the values in the memory of this process. */
export class MemoryEndpointStore<T> implements EndpointStore<T> {
  readonly #values = new Map<string, T>();

  get(key: string): Promise<T | undefined> {
    return Promise.resolve(this.#values.get(key));
  }

  set(key: string, value: T | undefined): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
    return Promise.resolve();
  }

  list(): Promise<ReadonlyMap<string, T>> {
    return Promise.resolve(this.#values);
  }
}
