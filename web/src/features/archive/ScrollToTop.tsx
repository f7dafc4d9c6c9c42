import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './ScrollToTop.module.css'

/** The way back up, once the window has left the first 400 px. Spec §9. */
export function ScrollToTop() {
  const beginning = useRef<HTMLSpanElement>(null)
  const [isFar, setIsFar] = useState(false)

  useEffect(() => {
    const element = beginning.current
    if (!element) return undefined
    // Asked of the browser instead of the scroll position: reading that would lay out the page on each scroll.
    const observer = new IntersectionObserver((entries) => setIsFar(entries.at(-1)?.isIntersecting === false))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <>
      <span className={styles.beginning} ref={beginning} aria-hidden />
      {isFar && (
        <IconButton label="Nach oben" className={styles.button} onClick={scrollUp}>
          <ArrowUp className="icon" aria-hidden />
        </IconButton>
      )}
    </>
  )
}

/** Glides from near; from far away, everything on the way would only have to be drawn. */
function scrollUp() {
  const isNear = window.scrollY < 5 * window.innerHeight
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: isNear && !isCalm ? 'smooth' : 'instant' })
}
