import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { OPEN_PATH_MESSAGE } from '#client/push-messages.ts'

/** Opens the path of a notification that was pressed. The service worker sends it to this window. */
export function OpenFromNotification() {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const { serviceWorker } = navigator
    const open = ({ data }: MessageEvent<unknown>) => {
      const path = pathIn(data)
      if (path !== undefined) void navigate(path)
    }
    serviceWorker.addEventListener('message', open)
    return () => serviceWorker.removeEventListener('message', open)
  }, [navigate])
  return null
}

function pathIn(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  if (Reflect.get(message, 'type') !== OPEN_PATH_MESSAGE) return undefined
  const path: unknown = Reflect.get(message, 'path')
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : undefined
}
