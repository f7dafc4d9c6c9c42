export interface MaintenanceTables {
  /** What stored files held when they were first looked at; the bytes under a name never change. */
  storedHashes: {
    /** With the label of a variant behind a dash. */
    name: string
    sizeBytes: number
    /** Hexadecimal. */
    sha256: string
    checkedAt: string
  }
  /** Work that one process of the installation does at its time. */
  upkeepRuns: {
    job: 'backup' | 'rows' | 'files'
    dueAt: string
    startedAt: string
    endedAt: string | null
    /** Of the last run that went well. */
    succeededAt: string | null
    /** Of the last run, if it failed. */
    failure: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends MaintenanceTables {}
}
