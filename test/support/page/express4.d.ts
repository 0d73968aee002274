/** The two majors have the same shape where the tests touch them. */
declare module 'express4' {
  export { default } from 'express';
}
