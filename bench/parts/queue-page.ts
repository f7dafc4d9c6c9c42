/*
 * Functions that run in the pages of two devices while a remote control is measured. Times are milliseconds since 1970
 * by the machine's clock, which both browsers share. Each function must have returned before the press. Scripts and
 * presses reach a page through different channels, and the press may be faster.
 */

export interface Awaited {
  at: Promise<number>
}

/** The time at which the next click on this page begins. */
export function clickAt(): Awaited {
  const at = new Promise<number>((resolve) => {
    addEventListener('click', ({ timeStamp }) => resolve(performance.timeOrigin + timeStamp), {
      capture: true,
      once: true,
    })
  })
  return { at }
}

/** The time at which the sound of this page changes next: it stops, starts, jumps, or comes from another file. */
export function soundChangesAt(): Awaited {
  const playing = () => [...document.querySelectorAll('audio')].find(({ paused }) => !paused)
  const before = playing()
  const file = before?.src
  let seconds = before?.currentTime ?? 0
  const now = () => performance.timeOrigin + performance.now()
  const at = new Promise<number>((resolve) => {
    const look = () => {
      const element = playing()
      const isSame = element === before && element?.src === file
      const time = element?.currentTime ?? 0
      if (before && !element) resolve(now())
      // An element's time advances with the sound that is output.
      else if (element && !isSame && time > 0 && !element.seeking) resolve(now())
      else if (element && isSame && !element.seeking && Math.abs(time - seconds) > 5) resolve(now())
      else {
        // While an element seeks, its time is already the new position.
        if (isSame && !element?.seeking) seconds = time
        setTimeout(look, 1)
      }
    }
    look()
  })
  return { at }
}
