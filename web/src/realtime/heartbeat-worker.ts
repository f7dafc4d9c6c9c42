// Timers of a page that nobody looks at fire once a minute at most; those of a worker go on.
// It is told the milliseconds between two beats.
globalThis.addEventListener('message', ({ data }: MessageEvent<number>) => {
  setInterval(() => globalThis.postMessage('beat'), data)
})
