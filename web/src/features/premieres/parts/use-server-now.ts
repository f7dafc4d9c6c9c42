import { useEffect, useState } from 'react'
import { secondsLeft } from '../time/countdown.ts'
import { serverNow, type ServerTime } from '../time/server-time.ts'

/** Milliseconds between two updates of a time that is displayed in minutes. */
const MINUTES_EVERY = 5000
/** Milliseconds between two updates of a countdown; several in each second, so that no second is skipped. */
const LOOK_EVERY = 200

/** The server's time in milliseconds since 1970, for texts that name minutes. */
export function useServerNow(time: ServerTime): number {
  const [now, setNow] = useState(() => serverNow(time, performance.now()))
  useEffect(() => {
    const look = () => setNow(serverNow(time, performance.now()))
    look()
    const timer = setInterval(look, MINUTES_EVERY)
    return () => clearInterval(timer)
  }, [time])
  return now
}

/** The seconds until a premiere by the server's clock. */
export function useSecondsLeft(opensAt: string, time: ServerTime): number {
  const [seconds, setSeconds] = useState(() => secondsLeft(opensAt, serverNow(time, performance.now())))
  useEffect(() => {
    const look = () => setSeconds(secondsLeft(opensAt, serverNow(time, performance.now())))
    look()
    const timer = setInterval(look, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [opensAt, time])
  return seconds
}
