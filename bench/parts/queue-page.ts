/*
 * Functions that run in the pages of two devices while a remote control is measured. Times are milliseconds since 1970
 * by the clock of the machine, which both browsers share.
 */

/** When the next click on this page begins. */
export async function clickAt(): Promise<number> {
  return new Promise((resolve) => {
    addEventListener('click', ({ timeStamp }) => resolve(performance.timeOrigin + timeStamp), {
      capture: true,
      once: true,
    })
  })
}

/** When the sound of this page changes next: it stops, begins, jumps, or comes from another file. */
export async function soundChangesAt(): Promise<number> {
  const playing = () => [...document.querySelectorAll('audio')].find(({ paused }) => !paused)
  const before = playing()
  const file = before?.src
  let seconds = before?.currentTime ?? 0
  const now = () => performance.timeOrigin + performance.now()
  return new Promise((resolve) => {
    const look = () => {
      const element = playing()
      const isSame = element === before && element?.src === file
      const time = element?.currentTime ?? 0
      if (before && !element) resolve(now())
      // An element's time advances with the sound that comes out.
      else if (element && !isSame && time > 0 && !element.seeking) resolve(now())
      else if (element && isSame && !element.seeking && Math.abs(time - seconds) > 5) resolve(now())
      else {
        if (isSame) seconds = time
        setTimeout(look, 1)
      }
    }
    look()
  })
}
