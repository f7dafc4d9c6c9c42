/** Whether something could not be stored because no space is left for this site. */
export function isStorageFull(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'QuotaExceededError'
}
