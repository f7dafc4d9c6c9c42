import { useRef, useState, type DOMAttributes, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'

/** Pixels that a pointer moves before the thumbnail follows it. */
const DISTANCE = 5

interface Press {
  address: string
  startX: number
  startY: number
}

/** The index of the thumbnail below a pointer. */
function placeBelow({ clientX, clientY }: PointerEvent): number | undefined {
  const items = document.elementsFromPoint(clientX, clientY)
  const place = items.map((item) => item.closest<HTMLElement>('[data-place]')?.dataset['place'])
  const found = place.find((each) => each !== undefined)
  return found === undefined ? undefined : Number(found)
}

/** Moves thumbnails, which may be in several rows, by dragging and with the left and right arrow keys. */
export function useMovedThumbnail(onMove: (address: string, to: number) => void) {
  const press = useRef<Press>(undefined)
  const [moved, setMoved] = useState<string>()

  function release(): void {
    press.current = undefined
    setMoved(undefined)
  }

  const handlersOf = (address: string, index: number): DOMAttributes<HTMLElement> => ({
    onPointerDown(event) {
      if (event.button !== 0) return
      press.current = { address, startX: event.clientX, startY: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event) {
      const { current } = press
      if (current?.address !== address) return
      const way = Math.hypot(event.clientX - current.startX, event.clientY - current.startY)
      if (moved === undefined && way < DISTANCE) return
      setMoved(address)
      const to = placeBelow(event)
      if (to !== undefined && to !== index) onMove(address, to)
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown(event) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      const thumbnail = event.currentTarget
      flushSync(() => onMove(address, index + step))
      // The browser removes the focus from an element that is moved in the document.
      thumbnail.focus({ preventScroll: true })
    },
  })
  return { moved, handlersOf }
}
