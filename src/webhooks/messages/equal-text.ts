import { timingSafeEqual } from 'node:crypto';

/** Compares without telling by its duration where the difference is. The length is no secret. */
export function equalText(one: string, other: string): boolean {
  const left = Buffer.from(one, 'utf8');
  const right = Buffer.from(other, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}
