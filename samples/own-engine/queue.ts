/* oxlint-disable typescript/require-await -- a real queue awaits; and what a method throws has to reject */
import type { EndpointStore, StoredDelivery } from 'dtospec/adapter';

/** A delivery in your queue: plain data. */
export interface Row {
  /** Empty after `erase`. */
  job: string;
  readonly sequence: string | undefined;
  readonly dedupeKey: string | undefined;
  delivery: StoredDelivery;
  attempt: number;
  due: number;
  isHeld: boolean;
  isCancelled: boolean;
}

/** Represents your queue, which all processes share: rows in the order of `enqueue`, and small values. */
export class Queue {
  readonly rows = new Map<string, Row>();
  readonly values = new Map<string, string>();

  store<T>(kind: string): EndpointStore<T> {
    return {
      get: async (key) => JSON.parse(this.values.get(`${kind} ${key}`) ?? 'null') ?? undefined,
      set: async (key, value) => {
        if (value === undefined) this.values.delete(`${kind} ${key}`);
        else this.values.set(`${kind} ${key}`, JSON.stringify(value));
      },
      list: async () => {
        const own = [...this.values].filter(([name]) => name.startsWith(`${kind} `));
        return new Map(own.map(([name, text]) => [name.slice(kind.length + 1), JSON.parse(text) as T]));
      },
    };
  }
}
