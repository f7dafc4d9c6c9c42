/** Resolves after the browser had an opportunity to handle input and to render, before the work continues. */
export async function yieldToMain(): Promise<void> {
  if ('scheduler' in globalThis && 'yield' in globalThis.scheduler) return globalThis.scheduler.yield()
  await new Promise((done) => setTimeout(done))
}
