// A timer in a worker, which is not throttled; timers of a hidden page run at most once a minute. The message that
// starts it contains the interval in milliseconds.
globalThis.addEventListener('message', ({ data }: MessageEvent<number>) => {
  setInterval(() => globalThis.postMessage('beat'), data)
})
