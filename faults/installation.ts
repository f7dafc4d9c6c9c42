import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { migrate } from '../server/src/database/migrate.ts'
import { type Database, type DatabaseChoice, openDatabase } from '../server/src/database/open.ts'
import { type Member, type MemberOptions, signIn } from '../server/src/testing/sign-in.ts'
import { runAlone } from '../server/src/testing/postgres.ts'
import { type Call, callers, type RefusedCall } from '../server/src/testing/start-app.ts'
import { type ServerProcess, startServerProcess, type StartOptions } from './server-process.ts'

/** A database and a data folder, on which servers can be started and stopped repeatedly. */
export interface Installation {
  dataFolder: string
  database: DatabaseChoice
  /** Starts a server process; more than one is possible on PostgreSQL. */
  start(options?: Partial<StartOptions>): Promise<ServerProcess>
  /** Accesses the rows without a server. */
  withDatabase<T>(act: (db: Database) => Promise<T>): Promise<T>
  member(options?: MemberOptions): Promise<Member>
}

export interface InstallationOptions {
  /** Settings of the servers. */
  env?: Record<string, string>
  /** The URL of a PostgreSQL server; without it the installation has an SQLite file. */
  postgresUrl?: string
  dataFolder?: string
}

let made = 0

/** An installation with an empty, migrated database; removed after the test. */
export async function newInstallation({
  env = {},
  postgresUrl,
  dataFolder: given,
}: InstallationOptions = {}): Promise<Installation> {
  const dataFolder = given ?? (await mkdtemp(join(tmpdir(), 'tonarchiv-faults-')))
  if (given === undefined) onTestFinished(async () => rm(dataFolder, { recursive: true, force: true }))
  const database = await newDatabase(dataFolder, postgresUrl)
  const settings = {
    DATA_DIR: dataFolder,
    APP_SECRET: 'a secret that only the fault tests know',
    RATE_LIMIT_FACTOR: '1000000',
    RESERVED_DISK_MB: '1',
    ANALYSIS: 'off',
    LOG_LEVEL: 'warn',
    LISTENBRAINZ_URL: 'off',
    ...(database.kind === 'postgres' && { DATABASE_URL: database.url }),
    ...env,
  }
  const withDatabase: Installation['withDatabase'] = async (act) => {
    const db = openDatabase(database, () => {})
    try {
      return await act(db)
    } finally {
      await db.destroy()
    }
  }
  await withDatabase(migrate)
  return {
    dataFolder,
    database,
    withDatabase,
    start: async (options = {}) => startServerProcess({ ...options, env: { ...settings, ...options.env } }),
    member: async (options) => withDatabase(async (db) => signIn({ db, now: () => new Date() }, options)),
  }
}

async function newDatabase(dataFolder: string, postgresUrl: string | undefined): Promise<DatabaseChoice> {
  if (postgresUrl === undefined) return { kind: 'sqlite', path: join(dataFolder, 'archive.sqlite') }
  made += 1
  const url = new URL(postgresUrl)
  url.pathname = `/faults_${process.pid}_${made}`
  await runAlone(postgresUrl, `create database ${url.pathname.slice(1)}`)
  return { kind: 'postgres', url: url.href }
}

/** HTTP requests of a member to a server. */
export function callsOf(server: ServerProcess, member: Member): { call: Call; refusal: RefusedCall } {
  return callers(server.address, member.token)
}
