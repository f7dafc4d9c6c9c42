/**
 * Prefetching of covers: the number of covers of a list, the number per batch, and the pause between batches in
 * milliseconds. See docs/product.md §22.2.
 */
export const COVERS_AHEAD = 10
const BATCH = 3
const PAUSE = 200

/**
 * Fetches covers in batches.
 * @returns a function that stops it
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
