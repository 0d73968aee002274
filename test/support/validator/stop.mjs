/** jest's globalTeardown. */
export default function stopValidator() {
  globalThis.dtospecValidator.disconnect();
}
