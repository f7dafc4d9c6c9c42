import { TYPING_SECONDS } from '@tonarchiv/contract/chat'
import { shownName } from '@tonarchiv/contract/presence'
import type { ServerMessage } from '#realtime/subscriptions.ts'

/** The typing members by id, each with the time of `performance.now()` at which the entry expires. */
export type Typists = ReadonlyMap<string, { name: string; until: number }>

export const NO_TYPISTS: Typists = new Map()

/** Applies a typing event; each counts for 3 s at most unless it is repeated. */
export function withTyping(
  typists: Typists,
  { userId, username, displayName, isTyping }: Omit<ServerMessage<'typing'>, 'type'>,
  now: number,
): Typists {
  const changed = new Map(typists)
  if (isTyping)
    changed.set(userId, { name: shownName({ username, displayName }), until: now + TYPING_SECONDS * 1000 })
  else changed.delete(userId)
  return changed
}

/** Removes members whose last event is too old. */
export function stillTyping(typists: Typists, now: number): Typists {
  const still = new Map([...typists].filter(([, { until }]) => until > now))
  return still.size === typists.size ? typists : still
}

/** Milliseconds until the first of them expires; undefined when no one is typing. */
export function untilNextStops(typists: Typists, now: number): number | undefined {
  const moments = [...typists.values()].map(({ until }) => until)
  return moments.length === 0 ? undefined : Math.max(0, Math.min(...moments) - now)
}

/** Maximum number of names in the text. */
const NAMES_AT_MOST = 3

/** `Mila schreibt...`, `Mila, Okan schreiben...`; empty when no one is typing. */
export function typingText(typists: Typists): string {
  const names = [...typists.values()].map(({ name }) => name)
  if (names.length === 0) return ''
  if (names.length === 1) return `${names[0]} schreibt...`
  if (names.length <= NAMES_AT_MOST) return `${names.join(', ')} schreiben...`
  const lastSent = names.slice(0, NAMES_AT_MOST).join(', ')
  return `${lastSent} und ${names.length - NAMES_AT_MOST} weitere schreiben...`
}

/** Milliseconds after which the event is sent again while typing continues. */
const REPEAT_AFTER = 2000

/** Sends the typing state of this browser: when it begins, every two seconds, and when it ends. */
export function createTypingSender(send: (isTyping: boolean) => void) {
  let sentAt: number | undefined
  let pause: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(pause)
    if (sentAt === undefined) return
    sentAt = undefined
    send(false)
  }

  return {
    /** @param now - a monotonic time, so that a changed clock delays nothing */
    typed(now = performance.now()): void {
      clearTimeout(pause)
      pause = setTimeout(stop, TYPING_SECONDS * 1000)
      if (sentAt !== undefined && now - sentAt < REPEAT_AFTER) return
      sentAt = now
      send(true)
    },
    stop,
  }
}
