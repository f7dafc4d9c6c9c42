import type { ToServer } from '@tonarchiv/contract/realtime'
import { livenessAfter, openedAt, PROBE_TIMEOUT, type LivenessEvent } from './liveness.ts'

/** The used part of a WebSocket. */
export type SocketConnection = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>

interface ConnectionHandlers {
  onMessage: (data: unknown) => void
  /** Called once per connection, when the server has closed it or it was dropped. */
  onClosed: (code: number) => void
}

/** The current WebSocket. Events of earlier ones are ignored. */
export interface Connection {
  open: () => void
  /** Sends a message if the connection is open; otherwise the message is discarded. */
  send: (message: ToServer) => void
  /**
   * Acts on the decision of `liveness.ts`: sends a heartbeat or drops the connection.
   * @returns whether there is a connection that was not dropped
   */
  check: (event: Extract<LivenessEvent, { type: 'heartbeat' | 'wake' }>) => boolean
  /** Closes the connection and reports it as closed at once, because a dead connection does not confirm that. */
  drop: () => void
  /**
   * Ignores all further events.
   * @returns a function that closes the connection
   */
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

  /** Ends a probe, unless another connection was opened meanwhile. */
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
