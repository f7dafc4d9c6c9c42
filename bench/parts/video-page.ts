/* Functions that run in the visitor's page while videos are measured. */

/** Milliseconds from the next click to the first frame of the video that it opens. */
export async function frameAfterPress(): Promise<number> {
  return new Promise((resolve) => {
    const look = (pressedAt: number) => {
      const video = document.querySelector('video')
      if (video === null) setTimeout(look, 1, pressedAt)
      else
        video.requestVideoFrameCallback((_now, { expectedDisplayTime }) =>
          resolve(expectedDisplayTime - pressedAt),
        )
    }
    addEventListener('click', ({ timeStamp }) => setTimeout(look, 0, timeStamp), {
      capture: true,
      once: true,
    })
  })
}
