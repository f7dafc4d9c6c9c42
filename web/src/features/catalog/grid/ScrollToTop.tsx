import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import styles from './ScrollToTop.module.css'

/**
 * A button that scrolls to the top. It appears after the first 400 px, in the top bar, where it covers nothing. See
 * docs/product.md §6.4.
 */
export function ScrollToTop() {
  const beginning = useRef<HTMLSpanElement>(null)
  const [isFar, setIsFar] = useState(false)

  useEffect(() => {
    const element = beginning.current
    if (!element) return undefined
    // An observer detects scrolling, because reading the scroll position in each scroll event would force a layout.
    const observer = new IntersectionObserver((entries) => setIsFar(entries.at(-1)?.isIntersecting === false))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const place = isFar ? document.querySelector('[data-page-tools]') : null
  return (
    <>
      <span className={styles.beginning} ref={beginning} aria-hidden />
      {place &&
        createPortal(
          <IconButton label="Nach oben" className={styles.button} onClick={scrollUp}>
            <ArrowUp className="icon" aria-hidden />
          </IconButton>,
          place,
        )}
    </>
  )
}

/** Scrolls smoothly over a short distance only. Over a long one, every row in between would have to be rendered. */
function scrollUp() {
  // The button disappears at the top, so the focus moves to the beginning of the page.
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  const isNear = window.scrollY < 5 * window.innerHeight
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: isNear && !isCalm ? 'smooth' : 'instant' })
}
