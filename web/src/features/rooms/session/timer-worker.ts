// Timers in a worker, which are not throttled; timers of a hidden page run at most once a second. A message with a delay
// in milliseconds starts the timer of this id, and one without stops it.
const timers = new Map<number, ReturnType<typeof setTimeout>>()

globalThis.addEventListener('message', ({ data: { id, ms } }: MessageEvent<{ id: number; ms?: number }>) => {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (ms === undefined) return
  timers.set(
    id,
    setTimeout(() => {
      timers.delete(id)
      globalThis.postMessage(id)
    }, ms),
  )
})
