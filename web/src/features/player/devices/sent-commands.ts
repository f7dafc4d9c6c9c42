import { ANSWERED_WITHIN, type PlayerCommand } from '@tonarchiv/contract/play-devices'
import type { ToServer } from '@tonarchiv/contract/realtime'
import { throttled } from './throttled.ts'

/**
 * Shortest time in milliseconds between two commands of the same name, while a slider is dragged or a key is held. The
 * last command is always sent.
 */
const REPEATED_EVERY = 150

/** Sends commands of this tab to other devices. The numbers of the commands have the order of the presses. */
export interface SentCommands {
  /** Returns the number for the next command. `onTimeout` is called with that number if no answer arrives in time. */
  number: () => number
  send: (to: string, seq: number, command: PlayerCommand) => void
  stop: () => void
}

interface Waiting {
  throttle: ReturnType<typeof throttled>
  next: (() => void) | undefined
}

export function createSentCommands(
  send: (message: ToServer) => void,
  onTimeout: (seq: number) => void,
): SentCommands {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** For each command name: the throttle, and the command that is sent when the throttle next allows it. */
  const waiting = new Map<string, Waiting>()
  let last = 0

  function waitFor(name: string): Waiting {
    const known = waiting.get(name)
    if (known) return known
    const entry: Waiting = { throttle: throttled(REPEATED_EVERY, sendNext), next: undefined }
    function sendNext() {
      entry.next?.()
      entry.next = undefined
    }
    waiting.set(name, entry)
    return entry
  }

  /**
   * Sends delayed commands with other names before a newer command, because commands must arrive in the order of their
   * numbers.
   */
  function sendWaiting(except: string) {
    for (const [name, entry] of waiting) {
      if (name === except) continue
      entry.next?.()
      entry.next = undefined
    }
  }

  return {
    number() {
      last += 1
      const seq = last
      const timer = setTimeout(() => {
        timers.delete(timer)
        onTimeout(seq)
      }, ANSWERED_WITHIN)
      timers.add(timer)
      return seq
    },
    send(to, seq, command) {
      const entry = waitFor(command.name)
      sendWaiting(command.name)
      entry.next = () => send({ type: 'playerCommand', to, seq, command })
      entry.throttle.run()
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      for (const { throttle } of waiting.values()) throttle.stop()
    },
  }
}
