import type { SoundFile } from './sound-file.ts'

/** A file that is opened before it is wanted. */
export interface ReadiedFile {
  ready: (address: string) => void
  /** The readied file if it is this one, otherwise a file that is opened now. */
  open: (address: string) => Promise<SoundFile>
  forget: () => void
}

export function createReadiedFile(openFile: (address: string) => Promise<SoundFile>): ReadiedFile {
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
    open(address) {
      if (readied?.address !== address) return openFile(address)
      const { file } = readied
      readied = undefined
      return file
    },
  }
}
