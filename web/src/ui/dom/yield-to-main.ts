/** Lets the browser handle input and render before the work continues. */
export async function yieldToMain(): Promise<void> {
  if ('scheduler' in globalThis && 'yield' in globalThis.scheduler) return globalThis.scheduler.yield()
  await new Promise((done) => setTimeout(done))
}
