import type { Notice } from '@tonarchiv/contract/notifications'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { socket } from '#realtime/socket-instance.ts'
import { type InboxFilter, newestNotices, useReadInboxAgain } from '../state/api.ts'

/**
 * Reads the inbox again when something has changed. At the top of the list, new notices are shown at once. Further down
 * they would move what is being read, so they are only counted, and `show` inserts them.
 */
export function useNewNotices(
  filter: InboxFilter,
  notices: readonly Notice[],
  list: RefObject<HTMLElement | null>,
) {
  const [count, setCount] = useState(0)
  const readAgain = useReadInboxAgain()
  const show = () => {
    setCount(0)
    list.current?.scrollTo({ top: 0, behavior: 'instant' })
    void readAgain()
  }

  const changed = useEffectEvent(async () => {
    const shown = new Map(notices.map(({ id, at }) => [id, at]))
    // Without a connection nothing is new; the list is read again when it is back.
    const newest = await newestNotices(filter).catch(() => [])
    const fresh = newest.filter(({ id, at }) => shown.get(id) !== at).length
    const isAtTop = (list.current?.scrollTop ?? 0) === 0
    if (fresh === 0 || isAtTop) {
      setCount(0)
      await readAgain()
    } else setCount(fresh)
  })

  useEffect(() => {
    const stops = [
      socket.on('noticesChanged', () => void changed()),
      socket.on('friendsChanged', () => void changed()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return { count, show }
}
