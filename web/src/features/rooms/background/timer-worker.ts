// Timers in a worker are not throttled, while timers of a hidden page run at most once a second. A message with `ms`
// starts the timer `id` with this delay in milliseconds; a message without `ms` stops the timer.
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
