import type { SoundFile } from './sound-file.ts'

/** @param atSeconds - the second at which the file will first be played; undefined for its beginning */
export type OpenFile = (address: string, atSeconds?: number) => Promise<SoundFile>

/** Opens one file in advance, because the listener may start it soon. */
export interface ReadiedFile {
  ready: (address: string) => void
  /** Returns the file that was opened in advance if it has this address; otherwise opens the file of this address. */
  open: OpenFile
  forget: () => void
}

export function createReadiedFile(openFile: OpenFile): ReadiedFile {
  let readied: { address: string; file: Promise<SoundFile> } | undefined

  function forget() {
    void readied?.file.then(
      (file) => file.close(),
      () => undefined,
    )
    readied = undefined
  }

  return {
    forget,
    ready(address) {
      if (readied?.address === address) return
      forget()
      const file = openFile(address)
      // The failure is reported when `open` returns this promise.
      file.catch(() => undefined)
      readied = { address, file }
    },
    open(address, atSeconds) {
      if (readied?.address !== address) return openFile(address, atSeconds)
      const { file } = readied
      readied = undefined
      return file
    },
  }
}
