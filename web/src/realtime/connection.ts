import type { ToServer } from '@tonarchiv/contract/realtime'
import { livenessAfter, openedAt, PROBE_TIMEOUT, type LivenessEvent } from './liveness.ts'

/** What is used of a WebSocket. */
export type SocketConnection = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>

interface ConnectionHandlers {
  onMessage: (data: unknown) => void
  /** The server closed it, or it was dropped; once for each connection. */
  onClosed: (code: number) => void
}

/** The one WebSocket that counts; of those before it nothing is reported. */
export interface Connection {
  open: () => void
  /** Sends it if the connection stands; otherwise it is dropped. */
  send: (message: ToServer) => void
  /**
   * Acts on the decision of `liveness.ts`: sends a heartbeat or drops the connection.
   * @returns whether there is a connection that was not dropped
   */
  check: (event: Extract<LivenessEvent, { type: 'heartbeat' | 'wake' }>) => boolean
  /** Closes it; a dead one does not answer to that, so that it counts as closed at once. */
  drop: () => void
  /** Reports nothing any more. Returns the way to close it. */
  leave: () => () => void
}

export function createConnection(
  { open, now }: { open: () => SocketConnection; now: () => number },
  { onMessage, onClosed }: ConnectionHandlers,
): Connection {
  let current: SocketConnection | undefined
  let liveness = openedAt(0)

  function ended(which: SocketConnection, code: number): void {
    if (current !== which) return
    current = undefined
    onClosed(code)
  }

  function drop(): void {
    const dropped = current
    if (dropped === undefined) return
    dropped.close()
    ended(dropped, 1006)
  }

  function send(message: ToServer): void {
    if (current?.readyState === WebSocket.OPEN) current.send(JSON.stringify(message))
  }

  /** For the end of a probe: only of the connection that was probed. */
  function endProbe(probed: SocketConnection | undefined, probedAt: number): void {
    if (current !== probed) return
    if (livenessAfter(liveness, { type: 'probeEnded', probedAt }).step === 'drop') drop()
  }

  return {
    drop,
    send,
    open() {
      const opened = open()
      current = opened
      liveness = openedAt(now())
      opened.addEventListener('message', ({ data }: MessageEvent) => {
        if (current !== opened) return
        liveness = livenessAfter(liveness, { type: 'received', at: now() }).liveness
        onMessage(data)
      })
      opened.addEventListener('close', ({ code }) => ended(opened, code))
    },
    check(event) {
      if (current === undefined) return false
      const { liveness: after, step } = livenessAfter(liveness, event)
      liveness = after
      if (step === 'drop') drop()
      else if (step !== 'nothing') send({ type: 'heartbeat', ask: true })
      if (step === 'probe') setTimeout(endProbe, PROBE_TIMEOUT, current, now())
      return step !== 'drop'
    },
    leave() {
      const left = current
      current = undefined
      return () => left?.close()
    },
  }
}
