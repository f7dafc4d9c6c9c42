/** Pauses in seconds before the second, third and each further attempt. The last pause is repeated. */
const PAUSES_SECONDS = [30, 120, 600, 1800, 3600]
/** Maximum pause that a push service can ask for. */
const RETRY_AFTER_MAX_SECONDS = 6 * 60 * 60

/** What becomes of a message after an attempt to send it. */
export type DeliveryEnd =
  | { name: 'delivered' }
  /** The push service will never accept this message. */
  | { name: 'rejected'; reason: string }
  /** The browser has ended its subscription. */
  | { name: 'gone' }
  | { name: 'postponed'; reason: string; pauseMs: number }

/** The answer of a push service (RFC 8030 §5, §7), or why there was none. `tries` is the number of earlier attempts. */
export function deliveryEnd(
  answer: { status: number; retryAfterSeconds: number | undefined } | { failure: string },
  tries: number,
): DeliveryEnd {
  if ('failure' in answer) return postponed(answer.failure, tries, 0)
  const { status, retryAfterSeconds = 0 } = answer
  if (status >= 200 && status < 300) return { name: 'delivered' }
  if (status === 404 || status === 410) return { name: 'gone' }
  const reason = `HTTP ${status}`
  if (status === 408 || status === 429 || status >= 500) return postponed(reason, tries, retryAfterSeconds)
  return { name: 'rejected', reason }
}

function postponed(reason: string, tries: number, retryAfterSeconds: number): DeliveryEnd {
  const pause = PAUSES_SECONDS[Math.min(tries, PAUSES_SECONDS.length - 1)] ?? 3600
  const asked = Math.min(retryAfterSeconds, RETRY_AFTER_MAX_SECONDS)
  return { name: 'postponed', reason, pauseMs: Math.max(pause, asked) * 1000 }
}
