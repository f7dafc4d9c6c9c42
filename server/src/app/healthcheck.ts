/** Exits with 0 when the server in the same container is healthy; for images that contain no HTTP client. */
const TIMEOUT_MS = 4000
const port = process.env['PORT'] ?? '3000'

try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
