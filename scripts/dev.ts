import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { freePort } from '../server/src/testing/free-port.ts'
import { root } from './run-tool.ts'

/**
 * Starts the development servers. The web app with hot reload listens on PORT. Behind it, the server listens on a
 * separate port and is restarted when its files change.
 */
const port = Number(process.env['PORT'] ?? 3000)
const serverPort = await freePort()

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'server/src/app/main.ts', '--without-pages'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(serverPort),
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}`,
    },
  },
)

const target = `http://127.0.0.1:${serverPort}`
const web = await createServer({
  root: `${root}web`,
  configFile: `${root}web/vite.config.ts`,
  server: {
    port,
    strictPort: true,
    proxy: {
      '/api': target,
      '/albums': target,
      '/verify-email-token': target,
      '/healthz': target,
      '/readyz': target,
      '/ws': { target, ws: true },
    },
  },
})
await web.listen()
web.printUrls()

async function end(): Promise<void> {
  server.kill('SIGTERM')
  await web.close()
  process.exit(0)
}
process.once('SIGINT', () => void end())
process.once('SIGTERM', () => void end())
