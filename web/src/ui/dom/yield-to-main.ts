/** Lets the browser answer the visitor before the work goes on. */
export async function yieldToMain(): Promise<void> {
  if ('scheduler' in globalThis && 'yield' in globalThis.scheduler) return globalThis.scheduler.yield()
  await new Promise((done) => setTimeout(done))
}
