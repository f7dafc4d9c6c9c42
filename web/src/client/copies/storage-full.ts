/** Whether an error means that the browser has no space left for this site. */
export function isStorageFull(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'QuotaExceededError'
}
