/** The two majors have the same shape where the tests touch them. */
declare module 'express4' {
  // eslint-disable-next-line import-x/no-default-export -- Express has it
  export { default } from 'express';
}
