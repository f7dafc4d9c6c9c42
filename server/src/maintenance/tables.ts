/** Jobs that run in a separate process at scheduled times. */
export type ScheduledJob = 'backup' | 'rehearsal'

export interface MaintenanceTables {
  /**
   * Hashes of stored files. They were computed when the file was stored or first read. The bytes under a name never
   * change.
   */
  storedHashes: {
    /** The storage name; for a variant with a dash and its label. */
    name: string
    sizeBytes: number
    /** Hexadecimal. */
    sha256: string
    /** The time at which the bytes were last found to have this hash. */
    checkedAt: string
    /** The stamp of the file at that time (`ListedEntry.stamp`); null when it has not been read since it was stored. */
    stamp: string | null
  }
  /** Destinations in which backups of this archive were made: folders and `s3://` URLs. */
  backupPlaces: {
    place: string
    lastBackupAt: string
  }
  /** The latest run of each scheduled job. Each run is done by one process of the installation. */
  upkeepRuns: {
    job: ScheduledJob | 'rows' | 'files'
    dueAt: string
    startedAt: string
    endedAt: string | null
    /** Time of the last successful run. */
    succeededAt: string | null
    /** Error of the last run, if it failed. */
    failure: string | null
    /** Updated at intervals by the process that runs the job; null when the run was interrupted. */
    heartbeatAt: string | null
    /** The output of the last successful run. */
    report: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends MaintenanceTables {}
}
