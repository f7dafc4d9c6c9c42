/** The storage does not answer, or answers too slowly; the call may be retried later. */
export class StorageUnavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(`The media storage is away: ${what}`, { cause })
    this.name = 'StorageUnavailable'
  }
}
