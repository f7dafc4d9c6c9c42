/** Ends with 0 when the server beside it says that it lives: for containers, which have no program to ask with. */
const TIMEOUT_MS = 4000
const port = process.env['PORT'] ?? '3000'

try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
