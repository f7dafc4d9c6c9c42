import type { Command } from './command.ts'

export const migrateCommand: Command = {
  // There is nothing to do: the database is migrated before any command runs.
  run: async () => {
    console.log('The database is up to date.')
    return 0
  },
}
