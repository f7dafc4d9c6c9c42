/** Jobs that run as a process of their own at their time. */
export type ScheduledJob = 'backup' | 'rehearsal'

export interface MaintenanceTables {
  /** Hashes of stored files, from when they were stored or first read; the bytes under a name never change. */
  storedHashes: {
    /** With the label of a variant after a dash. */
    name: string
    sizeBytes: number
    /** Hexadecimal. */
    sha256: string
    /** When the bytes were last found to have this hash. */
    checkedAt: string
    /** How the file looked then (`ListedEntry.stamp`); null when it has not been read since it was stored. */
    stamp: string | null
  }
  /** Places in which backups of this archive were made: folders and `s3://` addresses. */
  backupPlaces: {
    place: string
    lastBackupAt: string
  }
  /** Jobs that one process of the installation does at their time. */
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
    /** What the last successful run printed. */
    report: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends MaintenanceTables {}
}
