/** The place where media lie does not answer, or too slowly; what was asked may be asked again later. */
export class StorageUnavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(`The media storage is away: ${what}`, { cause })
    this.name = 'StorageUnavailable'
  }
}
