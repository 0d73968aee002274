/**
 * Computes SHA-256 (FIPS 180-4) in JavaScript, for runtimes whose own hash functions are all asynchronous.
 * Neither its steps nor its look-ups depend on the values.
 */
export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  constants ??= { initial: fractions(8, Math.sqrt), rounds: fractions(64, Math.cbrt) };
  const state = new DataView(constants.initial.buffer.slice(0));
  const words = new DataView(new ArrayBuffer(64 * 4));
  const blocks = padded(message);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let index = 0; index < 64; index += 4) words.setInt32(index, blocks.getInt32(at + index));
    addBlock(state, words, constants.rounds);
  }
  return new Uint8Array(state.buffer);
}

let constants: { readonly initial: DataView<ArrayBuffer>; readonly rounds: DataView } | undefined;

/**
 * Returns the first 32 bits of the fractional parts of the
 * roots of the first primes (sections 4.2.2 and 5.3.3).
 */
function fractions(count: number, root: (prime: number) => number): DataView<ArrayBuffer> {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  const words = new DataView(new ArrayBuffer(count * 4));
  for (const [index, prime] of primes.entries()) words.setInt32(index * 4, (root(prime) % 1) * 2 ** 32);
  return words;
}

/** Returns the message with a one bit, zeros and its length in bits (section 5.1.1). */
function padded(message: Uint8Array): DataView {
  const blocks = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setBigUint64(blocks.length - 8, BigInt(message.length) * 8n);
  return view;
}

/** Adds a block of sixteen words to the state (section 6.2.2). */
function addBlock(state: DataView, words: DataView, rounds: DataView): void {
  const word = (t: number): number => words.getInt32(t * 4);
  for (let t = 16; t < 64; t += 1) {
    const x = word(t - 15);
    const y = word(t - 2);
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    words.setInt32(t * 4, word(t - 16) + s0 + word(t - 7) + s1);
  }
  const before = (index: number): number => state.getInt32(index * 4);
  let [a, b, c, d] = [before(0), before(1), before(2), before(3)];
  let [e, f, g, h] = [before(4), before(5), before(6), before(7)];
  for (let t = 0; t < 64; t += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds.getInt32(t * 4) + word(t)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e] = [g, f, e, (d + t1) | 0];
    [d, c, b, a] = [c, b, a, (t1 + t2) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries())
    state.setInt32(index * 4, before(index) + value);
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
