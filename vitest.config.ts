import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const server = {
  root: 'server',
  include: ['src/**/*.test.ts'],
  pool: 'forks' as const,
  // Each file would load the whole product anew, and nothing in it happens or is kept by loading.
  isolate: false,
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
          globalSetup: ['src/testing/start-sqlite.ts'],
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
            'src/testing/**',
            'src/http/{client-address,file-pieces,hostile-text,large-bodies,log-lines,ranges,request-bounds,running-streams,upload-pace,web-pages}.test.ts',
            'src/realtime/bus.test.ts',
            'src/features/catalog/*/{bookmarks,download-name,places,search-words}.test.ts',
            'src/features/admin-acts/sentences.test.ts',
            'src/features/auth/tickets.test.ts',
            'src/features/music-import/plan-albums.test.ts',
            'src/features/resumable-uploads/upload-locks.test.ts',
            'src/features/scrobbling/signatures-and-keys.test.ts',
            'src/cli/progress.test.ts',
            'src/media-on-s3.test.ts',
            'src/private-files.test.ts',
            'src/{bounded-queue,floors}.test.ts',
            'src/behind-nginx.test.ts',
            'src/upkeep/copy-media.test.ts',
            'src/upkeep/lost-database.test.ts',
            'src/upkeep/backup-to-s3.test.ts',
            'src/database/sqlite-dialect.test.ts',
          ],
          globalSetup: ['src/testing/start-postgres.ts'],
        },
      },
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.ts'],
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        test: {
          name: 'deploy',
          root: 'deploy',
          include: ['*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'demo', root: 'demo', include: ['*.test.ts'], testTimeout: 60_000 } },
    ],
  },
})
