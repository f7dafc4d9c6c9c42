import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { putBack, useDraftText } from './draft.ts'
import type { OwnMedia } from './outbox.ts'
import { chat } from './the-chat.ts'

/** Of the newest messages so many are looked through for one whose answer was lost. */
const LOOKED_THROUGH = 30

/** Puts back into the composer what could not be sent, and says why. */
export function useReturned(restore: (media: OwnMedia) => void) {
  /** The reason, empty when the failure has none; undefined while nothing has failed. */
  const [failure, setFailure] = useState<string>()
  const last = useRef<{ text: string; clientId: string }>(undefined)
  const restored = useEffectEvent(restore)

  useEffect(() => {
    const take = () => {
      const back = chat.takeReturned()
      if (!back) return
      const { text, clientId, media } = back
      if (back.failure !== undefined) setFailure(textOf(back.failure, ''))
      if (text !== '') putBack(text)
      if (media) restored(media)
      else last.current = { text, clientId }
    }
    // What came back while somebody was on another page.
    queueMicrotask(take)
    return chat.state.subscribe(take)
  }, [])

  // Its answer was lost, but it stands in the chat: then it is not to be sent once more.
  useEffect(
    () =>
      chat.state.subscribe(({ log }, before) => {
        const sent = last.current
        if (log === before.log || !sent) return
        if (!log.messages.slice(-LOOKED_THROUGH).some(({ clientId }) => clientId === sent.clientId)) return
        last.current = undefined
        if (useDraftText.getState().text === sent.text) useDraftText.setState({ text: '' })
        setFailure(undefined)
      }),
    [],
  )

  const dismiss = useCallback(() => setFailure(undefined), [])

  /** The id under which this very text was sent before, so that it stands in the chat once. */
  function sameAs(text: string): string | undefined {
    const before = last.current
    last.current = undefined
    return before?.text === text ? before.clientId : undefined
  }

  return { failure, dismiss, sameAs }
}
