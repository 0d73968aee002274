import { Problem } from './models/problem.js';

/** A request that failed, with what the client is told of it. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    title: string,
    readonly errors?: string[],
  ) {
    super(title);
  }

  toBody(): Problem {
    const { status, message: title, errors } = this;
    return Object.assign(new Problem(), { title, status, ...(errors === undefined ? {} : { errors }) });
  }
}
