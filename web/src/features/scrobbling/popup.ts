import '#client/zod-config.ts'
import { AuthMessage, POPUP_HEIGHT, POPUP_POLL_MS, POPUP_WIDTH } from '@tonarchiv/contract/scrobbling'

/**
 * How the popup has ended. After `closed` the authorisation may nevertheless have succeeded, so the caller must read
 * the connections again.
 */
export type AuthOutcome =
  | { kind: 'connected' }
  | { kind: 'failed'; error: string | undefined }
  | { kind: 'closed' }
  | { kind: 'blocked' }

/** The parts of a window that this module uses. */
export interface Popup {
  readonly closed: boolean
  close: () => void
}

interface PopupDependencies {
  origin: string
  open: (features: string) => Popup | null
  messages: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

/**
 * Opens the popup, and waits until it has sent its result or was closed. A message is accepted only if it comes from
 * our own origin and from that window, and has a known form. See docs/product.md §15.1.
 */
export async function authorizeInPopup({ origin, open, messages }: PopupDependencies): Promise<AuthOutcome> {
  const popup = open(`popup,width=${POPUP_WIDTH},height=${POPUP_HEIGHT}`)
  if (popup === null) return { kind: 'blocked' }
  const { promise, resolve } = Promise.withResolvers<AuthOutcome>()
  const listen = (event: Event) => {
    if (!(event instanceof MessageEvent) || event.origin !== origin || event.source !== popup) return
    const message = AuthMessage.safeParse(event.data)
    if (!message.success) return
    resolve(
      message.data.type === 'LASTFM_AUTH_SUCCESS'
        ? { kind: 'connected' }
        : { kind: 'failed', error: message.data.error },
    )
  }
  messages.addEventListener('message', listen)
  const poll = setInterval(() => {
    if (popup.closed) resolve({ kind: 'closed' })
  }, POPUP_POLL_MS)
  try {
    const outcome = await promise
    popup.close()
    return outcome
  } finally {
    clearInterval(poll)
    messages.removeEventListener('message', listen)
  }
}
