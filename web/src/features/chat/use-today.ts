import { useEffect, useState } from 'react'
import { dayOf, untilTomorrow } from './days.ts'

/** The day it is, `2026-11-21`; a new one at midnight, and when a sleeping machine wakes. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(new Date()))
  useEffect(() => {
    const look = () => setToday(dayOf(new Date()))
    const timer = setTimeout(look, untilTomorrow(new Date()) + 500)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [today])
  return today
}
