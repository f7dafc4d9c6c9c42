/** Milliseconds for which a message has to be in view without a break until it counts as seen. */
export const SEEN_AFTER = 1000

/** The messages in view, in order, with the time since which each has been in view. */
export type InView = ReadonlyMap<string, number>

/** What is in view now; messages that have stayed keep their time. */
export function inViewAfter(before: InView, ids: readonly string[], now: number): InView {
  return new Map(ids.map((id) => [id, before.get(id) ?? now]))
}

/** The messages that have been in view long enough, in order. */
export function seenAt(inView: InView, now: number): readonly string[] {
  return [...inView].flatMap(([id, since]) => (now - since >= SEEN_AFTER ? id : []))
}

/** Milliseconds until the next message counts as seen; undefined when all of them do. */
export function untilNextSeen(inView: InView, now: number): number | undefined {
  const waits = [...inView.values()].map((since) => since + SEEN_AFTER - now).filter((wait) => wait > 0)
  return waits.length === 0 ? undefined : Math.min(...waits)
}
