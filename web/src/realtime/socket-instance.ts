import { HEARTBEAT_SECONDS } from '@tonarchiv/contract/presence'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { useStore } from 'zustand'
import { onServerResponse } from '#client/server-responses.ts'
import { createSocket } from './socket.ts'
import workerAddress from './heartbeat-worker.ts?worker&url'
import type { SocketStatus } from './socket-state.ts'
import { trustedScript } from '#client/trusted-script.ts'

/** The URL of the socket. The session cookie authorises the connection; a token must never be in a URL. */
function address(): URL {
  const url = new URL(SOCKET_PATH, globalThis.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url
}

function onWake(wake: () => void): () => void {
  const listening = new AbortController()
  const seen = () => {
    if (document.visibilityState === 'visible') wake()
  }
  globalThis.addEventListener('online', wake, { signal: listening.signal })
  globalThis.addEventListener('focus', wake, { signal: listening.signal })
  globalThis.addEventListener('pageshow', seen, { signal: listening.signal })
  document.addEventListener('visibilitychange', seen, { signal: listening.signal })
  return () => listening.abort()
}

function onOffline(lost: () => void): () => void {
  globalThis.addEventListener('offline', lost)
  return () => globalThis.removeEventListener('offline', lost)
}

/**
 * Calls `tick` once per heartbeat interval from a worker, whose timers are not throttled while the page is hidden.
 * Without support for workers, a timer of the page calls it.
 * @returns a function that stops the timer
 */
function beat(tick: () => void): () => void {
  const ms = HEARTBEAT_SECONDS * 1000
  try {
    const worker = new Worker(trustedScript('heartbeat', workerAddress), { type: 'module' })
    worker.addEventListener('message', tick)
    worker.postMessage(ms)
    return () => worker.terminate()
  } catch {
    const timer = setInterval(tick, ms)
    return () => clearInterval(timer)
  }
}

/** The realtime connection of this tab. */
export const socket = createSocket({
  open: () => new WebSocket(address()),
  beat,
  onWake,
  onOffline,
  onReachable: onServerResponse,
  isOnline: () => navigator.onLine,
  random: Math.random,
  now: Date.now,
})

/** The text that is shown for each status. See docs/product.md §19.3. */
export const SOCKET_STATUS_TEXTS: Record<SocketStatus, string> = {
  connected: 'Verbunden',
  connecting: 'Verbinde...',
  disconnected: 'Nicht verbunden',
  error: 'Verbindungsfehler',
  failed: 'Verbindungsfehler',
}

/** The status of the realtime connection, as a hook. */
export function useSocketStatus(): SocketStatus {
  return useStore(socket.state, ({ status }) => status)
}

/** Whether the realtime connection has been lost for longer than a short interruption, as a hook. */
export function useIsDisconnected(): boolean {
  return useStore(socket.state, ({ isLost }) => isLost)
}

/** When the next attempt to connect starts, in milliseconds since 1970; undefined while none is planned. */
export function useRetryAt(): number | undefined {
  return useStore(socket.state, ({ retryAt }) => retryAt)
}
