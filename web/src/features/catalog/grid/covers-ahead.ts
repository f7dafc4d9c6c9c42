/**
 * How many covers of a list are loaded in advance, how many of them at a time, and the pause in between in
 * milliseconds. See docs/product.md §22.2.
 */
export const COVERS_AHEAD = 10
const BATCH = 3
const PAUSE = 200

/**
 * Loads covers a few at a time.
 * @returns a function that stops that
 */
export function fetchSequentially(
  addresses: readonly string[],
  fetchOne: (address: string) => void,
): () => void {
  let waiting = addresses
  const timer = setInterval(() => {
    for (const address of waiting.slice(0, BATCH)) fetchOne(address)
    waiting = waiting.slice(BATCH)
    if (waiting.length === 0) clearInterval(timer)
  }, PAUSE)
  return () => clearInterval(timer)
}
