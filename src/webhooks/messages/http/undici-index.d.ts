declare module 'undici/index.js' {
  export * from 'undici';
}
