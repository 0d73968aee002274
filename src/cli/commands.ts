import type { CommandTable } from './command.js';

/** Every command by name. A new one is one file and one entry here; nothing of it is loaded before it is called. */
export const COMMANDS: CommandTable = {
  migrate: {
    summary: 'Move an application from another tool to dtospec',
    commands: {
      nest: {
        summary: 'Report what an application that leaves @nestjs/swagger can delete',
        load: async () => (await import('./migrate-nest.js')).migrateNest,
      },
    },
  },
};
