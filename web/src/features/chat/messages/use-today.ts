import { useEffect, useState } from 'react'
import { dayOf, untilTomorrow } from './days.ts'

/** The current day, `2026-11-21`; updated at midnight and when a suspended machine resumes. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(new Date()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      setToday(dayOf(new Date()))
      wait()
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(look, untilTomorrow(new Date()) + 500)
    }
    wait()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return today
}
