/** Characters that PostgreSQL rejects: NUL, and halves of surrogate pairs. */
const REJECTED = /\0|\p{Cs}/u;

export function isStorable(text: string): boolean {
  return !REJECTED.test(text);
}

/** Replaces characters that PostgreSQL rejects. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').replace(/\p{Cs}/gu, '\uFFFD');
}
