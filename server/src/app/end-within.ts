/** How long running requests may take after the stop has begun. See docs/product.md §23.3. */
export const END_WITHIN_MS = 10_000
