declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { buildConnector } from 'undici';

  /** Connects and returns the socket, although undici's types do not declare that. */
  export type Connector = (...given: Parameters<buildConnector.connector>) => Socket;
  export default function build(options: buildConnector.BuildOptions): Connector;
}
