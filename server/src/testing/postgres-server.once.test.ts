import { expect, onTestFinished, test } from 'vitest'
import { runAlone } from './postgres.ts'
import { startPostgresServer } from './postgres-server.ts'

test('PostgreSQL starts in a process whose new folders only its own account may read', async () => {
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  const server = await startPostgresServer()
  onTestFinished(() => server.remove())
  await expect(runAlone(server.url, 'select 1')).resolves.toBeUndefined()
})
