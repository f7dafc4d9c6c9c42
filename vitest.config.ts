import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const server = {
  root: 'server',
  include: ['src/**/*.test.ts'],
  pool: 'forks' as const,
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    // By itself Vitest leaves one core free, of two half the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'server on SQLite',
          // What needs both databases runs where there are both.
          exclude: ['src/upkeep/between-databases.test.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'server on PostgreSQL',
          // What knows no database is proven once.
          exclude: [
            'src/media/**',
            'src/images/**',
            'src/storage/**',
            'src/media-on-s3.test.ts',
            'src/behind-nginx.test.ts',
            'src/upkeep/copy-media.test.ts',
            'src/upkeep/lost-database.test.ts',
            'src/upkeep/backup-to-s3.test.ts',
            'src/database/sqlite-dialect.test.ts',
          ],
          globalSetup: ['src/testing/start-postgres.ts'],
        },
      },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.ts'] } },
      { test: { name: 'deploy', root: 'deploy', include: ['*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'demo', root: 'demo', include: ['*.test.ts'], testTimeout: 60_000 } },
    ],
  },
})
