/**
 * How covers are fetched ahead: so many of a list, so many at once, so many milliseconds apart.
 * See docs/product.md §22.2.
 */
export const COVERS_AHEAD = 10
const BATCH = 3
const PAUSE = 200

/** Has covers fetched in turn. Returns the way to stop. */
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
