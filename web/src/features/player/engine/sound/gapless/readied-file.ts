import type { SoundFile } from './sound-file.ts'

/** @param atSeconds - where the file will be played first, if not at its beginning */
export type OpenFile = (address: string, atSeconds?: number) => Promise<SoundFile>

/** Opens a file in advance, before it is requested. */
export interface ReadiedFile {
  ready: (address: string) => void
  /** Returns the file that was opened in advance, if it is this one; otherwise opens a file. */
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
      // A failure is reported when the file is opened.
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
