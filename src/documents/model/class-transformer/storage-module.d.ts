/** class-transformer ships no types for the module that holds its storage. */
declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: unknown;
}
