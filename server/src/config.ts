import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { DatabaseChoice } from '#database/open.ts'
import { LOG_LEVELS, type LogLevel } from '#platform/log.ts'
import { type SettingsReader, settingsReader } from '#platform/settings.ts'
import { readStorageChoice, type StorageChoice } from '#storage/storage-choice.ts'
import type { PublicConnection } from '#http-client/post-publicly.ts'
import { OperatorError } from '#platform/operator-error.ts'

/** Whether and how members may invite others. */
export interface InvitationsChoice {
  isEnabled: boolean
  /** Maximum number of invitations of each member that are open or were accepted. */
  quota: number
  /** Days for which the archive stays open to a guest; null for ever. */
  stayDays: number | null
}

/** How emails are delivered: through an SMTP server, or as files in a folder. */
export type MailChoice =
  | { kind: 'smtp'; url: string; from: string }
  | { kind: 'outbox'; folder: string; from: string }

/** The scrobbling services that the operator has configured. */
interface ScrobblingChoice {
  lastfm: { apiKey: string; apiSecret: string; apiUrl: string; authUrl: string } | undefined
  /** The URL of the ListenBrainz API, without a trailing slash. */
  listenbrainz: { apiUrl: string } | undefined
  /** Whether unreleased music, loosies and exclusive albums are reported to the services, too. */
  tellsUnreleased: boolean
}

/** How `/metrics` can be read: on a separate port, with a token, or not at all. */
export interface MetricsChoice {
  /** Port and host of the separate listener; undefined for none. */
  listen: { host: string; port: number } | undefined
  token: string | undefined
}

/** The time and the destination of the nightly backup. */
export interface BackupChoice {
  /** A folder, or an S3 address such as s3://bucket/folder. */
  to: string
  at: BackupTime
  /** Number of days whose backups are kept. Four weekly backups are always kept as well. */
  keptDays: number
  /** How often a restore is rehearsed; undefined for never. */
  rehearsal?: RehearsalInterval | undefined
}

/** The time of backups: minutes after midnight in the local time of the machine, or `hourly` for each full hour. */
export type BackupTime = number | 'hourly'
export type RehearsalInterval = 'weekly' | 'monthly'

/** The keys of the age format for writing and reading backups. */
export interface BackupKeys {
  /** Public keys. Backups are encrypted if there is at least one. */
  recipients: readonly string[]
  /** The file with the private key, which decrypts backups. */
  identityFile: string | undefined
}

export interface Config {
  host: string
  port: number
  dataFolder: string
  /** The URL of the site, without a trailing slash. */
  publicUrl: string
  siteTitle: string
  database: DatabaseChoice
  /** Where media are stored and what sends them. */
  storage: StorageChoice
  /** The URL of Redis, which carries messages between several processes; undefined for a single process. */
  redisUrl: string | undefined
  mail: MailChoice
  /**
   * How push services are reached. No setting changes it: only tests pass a connection that leads elsewhere than to the
   * public internet.
   */
  pushConnection?: PublicConnection
  scrobbling: ScrobblingChoice
  /** The configured secret. Undefined if it is generated at the first start and stored in the data folder. */
  secret: string | undefined
  communityUrl: string | undefined
  /** Another host for media; undefined when media use the same host. */
  mediaUrl: string | undefined
  /** Addresses or ranges of the proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: string[]
  logLevel: LogLevel
  /** Whether each failed login is logged with the address of the client, for programs that block addresses. */
  logsFailedLogins: boolean
  /** Whether admins need a second factor. Without one they have no rights of an admin. */
  adminsNeedFactor: boolean
  /** Factor by which every rate limit is multiplied; for test environments. */
  rateLimitFactor: number
  /** Disk space in bytes that uploads must leave free. */
  reservedDiskBytes: number
  metrics: MetricsChoice
  /** Undefined when no backup is configured. */
  backup: BackupChoice | undefined
  backupKeys: BackupKeys
  /** Milliseconds after SIGTERM during which calls are still accepted, while `/readyz` already reports an error. */
  drainMs: number
  /** Name or path of the ffmpeg program, which takes poster images from videos; undefined for none. */
  ffmpeg: string | undefined
  /** Maximum number of bytes of encoded tracks that are cached for further listeners. */
  qualityCacheBytes: number
  /** Whether the server analyses tracks in the background. */
  analysesTracks: boolean
  invitations: InvitationsChoice
}

const TOKEN_LEAST_LENGTH = 16
const LEVELS_WITHOUT_WARNINGS: ReadonlySet<LogLevel> = new Set(['error', 'fatal', 'silent'])
const HOST_NAME = /^(?!\d+(?:\.\d+)*$)[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i
/** The sender of emails: `mara@example.org` or `A name <mara@example.org>`. */
const SENDER = /^(?:(?:"[^"<>\r\n]*" *|[^"<>@,;\r\n]*)<[^<>@\s,;]+@[^<>@\s,;]+>|[^<>@\s,;]+@[^<>@\s,;]+)$/

/** The error when settings are wrong. Its message has a line for each of them. */
export class WrongSettings extends OperatorError {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'WrongSettings'
  }
}

/**
 * Reads all settings once.
 * @throws WrongSettings with one line per wrong variable: its name, its value, the allowed values
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const settings = settingsReader(environment)
  const { given, wholeNumber, address } = settings
  const port = wholeNumber('PORT', 3000, 0, 65_535)
  const dataFolder = resolve(readPath(settings, 'DATA_DIR') ?? 'data')
  const publicUrl = readPublicUrl(settings) ?? `http://localhost:${port}`
  const database = readDatabaseChoice(settings, dataFolder)
  const config: Config = {
    host: readHost(settings, 'HOST'),
    port,
    dataFolder,
    publicUrl,
    siteTitle: given('SITE_TITLE') ?? 'Archive',
    database,
    storage: readStorageChoice(settings),
    redisUrl: address('REDIS_URL', ['redis:', 'rediss:'], false),
    mail: readMailChoice(settings, dataFolder, new URL(publicUrl).hostname),
    scrobbling: readScrobblingChoice(settings),
    secret: readSecret(settings, database.kind === 'postgres'),
    communityUrl: address('COMMUNITY_URL', ['http:', 'https:']),
    mediaUrl: withoutSlash(address('MEDIA_URL', ['http:', 'https:'])),
    trustedProxies: readTrustedProxies(settings),
    logLevel: readLogLevel(settings),
    logsFailedLogins: settings.yesOrNo('LOG_FAILED_LOGINS'),
    adminsNeedFactor: settings.yesOrNo('ADMIN_SECOND_FACTOR'),
    rateLimitFactor: wholeNumber('RATE_LIMIT_FACTOR', 1, 1, 1_000_000),
    reservedDiskBytes: wholeNumber('RESERVED_DISK_MB', 500, 0, 1_000_000) * 1024 * 1024,
    metrics: readMetricsChoice(settings),
    backup: readBackupChoice(settings),
    backupKeys: readBackupKeys(settings),
    drainMs: wholeNumber('DRAIN_SECONDS', 0, 0, 60) * 1000,
    ffmpeg: given('FFMPEG') === 'off' ? undefined : (given('FFMPEG') ?? 'ffmpeg'),
    qualityCacheBytes: wholeNumber('QUALITY_CACHE_MB', 2000, 0, 1_000_000) * 1024 * 1024,
    analysesTracks: given('ANALYSIS') !== 'off',
    invitations: readInvitationsChoice(settings),
  }
  if (!['on', 'off', undefined].includes(given('ANALYSIS'))) settings.wrong('ANALYSIS', 'on or off')
  if (config.logsFailedLogins && LEVELS_WITHOUT_WARNINGS.has(config.logLevel))
    settings.wrong('LOG_LEVEL', 'warn or a level with more lines, because LOG_FAILED_LOGINS is yes')
  if (settings.problems.length > 0) throw new WrongSettings(settings.problems)
  return config
}

function readInvitationsChoice({ yesOrNo, wholeNumber }: SettingsReader): InvitationsChoice {
  const stayDays = wholeNumber('INVITATION_STAY_DAYS', 90, 0, 3650)
  return {
    isEnabled: yesOrNo('INVITATIONS'),
    quota: wholeNumber('INVITATION_QUOTA', 5, 1, 100),
    stayDays: stayDays === 0 ? null : stayDays,
  }
}

/**
 * Reads a path. A value with a comment after it is rejected: systemd treats the comment as part of the value, so a
 * folder with that name would be created.
 */
function readPath({ given, wrong }: SettingsReader, name: 'DATA_DIR' | 'BACKUP_DIR'): string | undefined {
  const path = given(name)
  if (path !== undefined && /\s#/.test(path)) wrong(name, 'a path alone, without a comment behind it')
  return path
}

/** Reads an IP address or a host name. Whether it belongs to this machine is found out when the server listens. */
function readHost({ given, wrong }: SettingsReader, name: 'HOST' | 'METRICS_HOST'): string {
  const host = given(name) ?? '127.0.0.1'
  if (isIP(host) === 0 && !HOST_NAME.test(host))
    wrong(name, 'an IP address of this machine, such as 127.0.0.1 or 0.0.0.0, without a protocol or a port')
  return host
}

/** Reads the public URL. It must have no path, because cookies, links and the web app start at the root of the host. */
function readPublicUrl({ address, wrong }: SettingsReader): string | undefined {
  const text = address('PUBLIC_URL', ['http:', 'https:'])
  if (text === undefined) return undefined
  const { protocol, host, pathname, search, hash, username } = new URL(text)
  if (username !== '') wrong('PUBLIC_URL', 'an address without an account', false)
  else if (pathname !== '/' || search !== '' || hash !== '')
    wrong(
      'PUBLIC_URL',
      `a host without a path, such as ${protocol}//archive.${host}: the archive needs a host name of its own`,
    )
  return withoutSlash(text)
}

function readDatabaseChoice({ address }: SettingsReader, dataFolder: string): DatabaseChoice {
  const url = address('DATABASE_URL', ['postgres:', 'postgresql:'], false)
  return url === undefined
    ? { kind: 'sqlite', path: resolve(dataFolder, 'archive.sqlite') }
    : { kind: 'postgres', url }
}

function readMailChoice(
  { given, address, wrong }: SettingsReader,
  dataFolder: string,
  hostname: string,
): MailChoice {
  const from = given('MAIL_FROM') ?? `Archive <archiv@${hostname}>`
  if (given('MAIL_FROM') !== undefined && !SENDER.test(from))
    wrong('MAIL_FROM', 'one e-mail address, alone or with a name: Archive <archive@example.org>')
  const url = address('SMTP_URL', ['smtp:', 'smtps:'], false)
  return url === undefined
    ? { kind: 'outbox', folder: resolve(dataFolder, 'outbox'), from }
    : { kind: 'smtp', url, from }
}

function readSecret({ given, wrong, missing }: SettingsReader, isShared: boolean): string | undefined {
  const secret = given('APP_SECRET')
  if (secret !== undefined && Buffer.byteLength(secret) < 32)
    wrong('APP_SECRET', 'at least 32 bytes long', false)
  if (secret === undefined && isShared)
    missing('APP_SECRET', 'all processes on one DATABASE_URL share it (at least 32 bytes)')
  return secret
}

function readLogLevel({ given, wrong }: SettingsReader): LogLevel {
  const level = LOG_LEVELS.find((known) => known === (given('LOG_LEVEL') ?? 'info'))
  if (level === undefined) wrong('LOG_LEVEL', LOG_LEVELS.join(', '))
  return level ?? 'info'
}

function readTrustedProxies({ given, wrong }: SettingsReader): string[] {
  const ranges = (given('TRUST_PROXY') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (!ranges.every(isAddressOrRange)) {
    wrong('TRUST_PROXY', 'a list of IP addresses or ranges such as 10.0.0.0/8, separated by commas')
  } else if (ranges.some(isWholeInternet)) {
    wrong(
      'TRUST_PROXY',
      `the addresses of your proxies only: a range so wide lets every visitor choose an address; IPv4 ranges need at least /${WIDEST_RANGE_BITS.ipv4}, IPv6 ranges at least /${WIDEST_RANGE_BITS.ipv6}`,
    )
  }
  return ranges
}

function readScrobblingChoice({ given, address, yesOrNo, missing }: SettingsReader): ScrobblingChoice {
  const apiKey = given('LASTFM_API_KEY')
  const apiSecret = given('LASTFM_API_SECRET')
  if ((apiKey === undefined) !== (apiSecret === undefined)) {
    missing(
      apiKey === undefined ? 'LASTFM_API_KEY' : 'LASTFM_API_SECRET',
      'Last.fm gives out a key and its secret together',
    )
  }
  const apiUrl = address('LASTFM_API_URL', ['http:', 'https:']) ?? 'https://ws.audioscrobbler.com/2.0/'
  const authUrl = address('LASTFM_AUTH_URL', ['http:', 'https:']) ?? 'https://www.last.fm/api/auth/'
  const listenbrainzUrl =
    given('LISTENBRAINZ_URL') === 'off'
      ? undefined
      : (address('LISTENBRAINZ_URL', ['http:', 'https:']) ?? 'https://api.listenbrainz.org')
  return {
    lastfm:
      apiKey === undefined || apiSecret === undefined ? undefined : { apiKey, apiSecret, apiUrl, authUrl },
    listenbrainz: listenbrainzUrl === undefined ? undefined : { apiUrl: withoutSlash(listenbrainzUrl) },
    tellsUnreleased: yesOrNo('SCROBBLE_UNRELEASED'),
  }
}

function readMetricsChoice(settings: SettingsReader): MetricsChoice {
  const { given, wholeNumber, wrong } = settings
  const token = given('METRICS_TOKEN')
  if (token !== undefined && token.length < TOKEN_LEAST_LENGTH)
    wrong('METRICS_TOKEN', `at least ${TOKEN_LEAST_LENGTH} characters long`, false)
  const listen =
    given('METRICS_PORT') === undefined
      ? undefined
      : { host: readHost(settings, 'METRICS_HOST'), port: wholeNumber('METRICS_PORT', 0, 0, 65_535) }
  return { listen, token }
}

function readBackupChoice(settings: SettingsReader): BackupChoice | undefined {
  const { wholeNumber } = settings
  const at = readBackupTime(settings)
  const keptDays = wholeNumber('BACKUP_KEEP_DAYS', 7, 1, 365)
  const rehearsal = readRehearsal(settings)
  const to = readPath(settings, 'BACKUP_DIR')
  if (to === undefined) return undefined
  return { to: to.startsWith('s3://') ? to : resolve(to), at, keptDays, rehearsal }
}

function readBackupTime({ given, wrong }: SettingsReader): BackupTime {
  const text = given('BACKUP_AT') ?? '03:30'
  if (text === 'hourly') return text
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours === undefined) wrong('BACKUP_AT', 'a time of day such as 03:30, or hourly')
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0)
}

function readRehearsal({ given, wrong, missing }: SettingsReader): RehearsalInterval | undefined {
  const text = given('BACKUP_REHEARSAL') ?? 'off'
  if (text === 'off') return undefined
  if (text !== 'weekly' && text !== 'monthly') {
    wrong('BACKUP_REHEARSAL', 'off, weekly or monthly')
    return undefined
  }
  if (given('BACKUP_DIR') === undefined)
    missing('BACKUP_DIR', 'a rehearsal restores the newest of its backups')
  if (given('BACKUP_RECIPIENTS') !== undefined && given('BACKUP_IDENTITY_FILE') === undefined)
    missing('BACKUP_IDENTITY_FILE', 'a rehearsal has to read the encrypted backups')
  return text
}

/**
 * The pattern of a public age key, as `age-keygen` prints it. The checksum of the key is checked when the key is used.
 */
const AGE_RECIPIENT = /^age1(?:[a-z0-9]{58}|pq1[a-z0-9]+)$/

function readBackupKeys({ given, wrong }: SettingsReader): BackupKeys {
  const recipients = (given('BACKUP_RECIPIENTS') ?? '').split(/[\s,]+/).filter((part) => part !== '')
  if (!recipients.every((recipient) => AGE_RECIPIENT.test(recipient)))
    wrong(
      'BACKUP_RECIPIENTS',
      'one or more public keys of age such as age1…, separated by commas (never the private key)',
      false,
    )
  const identityFile = given('BACKUP_IDENTITY_FILE')
  return { recipients, identityFile: identityFile === undefined ? undefined : resolve(identityFile) }
}

function withoutSlash(address: string): string
function withoutSlash(address: string | undefined): string | undefined
function withoutSlash(address: string | undefined): string | undefined {
  return address?.replace(/\/+$/, '')
}

/** Whether a text is an IP address or a range, such as 10.0.0.1, 10.0.0.0/8 or fd00::/8. */
function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/**
 * The lowest allowed numbers of prefix bits. These are the prefixes of the private networks 10.0.0.0/8 and fd00::/8.
 */
const WIDEST_RANGE_BITS = { ipv4: 8, ipv6: 8 }
/** IPv4-mapped IPv6 addresses are in `::ffff:0:0/96`, so the bits after the first 96 count as IPv4 bits. */
const MAPPED_IPV4_BITS = 96

/** Whether a range is too wide for a network of proxies, such as 0.0.0.0/0, 128.0.0.0/1 or ::ffff:0:0/96. */
function isWholeInternet(text: string): boolean {
  const [address = '', bits] = text.split('/')
  if (bits === undefined) return false
  if (isIP(address) === 4) return Number(bits) < WIDEST_RANGE_BITS.ipv4
  // The URL parser converts the different spellings of an IPv6 address to one form.
  const least = new URL(`http://[${address.split('%')[0]}]`).hostname.startsWith('[::')
    ? MAPPED_IPV4_BITS + WIDEST_RANGE_BITS.ipv4
    : WIDEST_RANGE_BITS.ipv6
  return Number(bits) < least
}
