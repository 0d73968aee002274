import { DtospecError } from '../../../shared/errors.js';

/** The store did not answer in time. */
export class EnqueueTimeoutError extends DtospecError {
  override readonly name = 'EnqueueTimeoutError';
  readonly code = 'ERR_ENQUEUE_TIMEOUT';

  constructor(milliseconds: number) {
    super(
      `The store did not take the delivery within ${milliseconds} ms. It may take it yet; a message with an id of its own can be sent again without harm.`,
    );
  }
}

/** What the promise gives, or an EnqueueTimeoutError. */
export async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new EnqueueTimeoutError(milliseconds));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
