/** The error when the storage does not respond, or responds too slowly. The call may be retried later. */
export class StorageUnavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(`The media storage is away: ${what}`, { cause })
    this.name = 'StorageUnavailable'
  }
}
