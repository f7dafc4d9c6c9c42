// A timer in a worker: timers of a hidden page run once a minute at most, those of a worker are not
// throttled. It receives the interval in milliseconds.
globalThis.addEventListener('message', ({ data }: MessageEvent<number>) => {
  setInterval(() => globalThis.postMessage('beat'), data)
})
