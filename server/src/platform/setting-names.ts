/** All settings, by the names of their environment variables. */
export const SETTING_NAMES = [
  'ADMIN_SECOND_FACTOR',
  'ANALYSIS',
  'APP_SECRET',
  'BACKUP_AT',
  'BACKUP_DIR',
  'BACKUP_IDENTITY_FILE',
  'BACKUP_KEEP_DAYS',
  'BACKUP_RECIPIENTS',
  'BACKUP_REHEARSAL',
  'COMMUNITY_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'DRAIN_SECONDS',
  'FFMPEG',
  'HOST',
  'INVITATIONS',
  'INVITATION_QUOTA',
  'INVITATION_STAY_DAYS',
  'LASTFM_API_KEY',
  'LASTFM_API_SECRET',
  'LASTFM_API_URL',
  'LASTFM_AUTH_URL',
  'LISTENBRAINZ_URL',
  'LOG_FAILED_LOGINS',
  'LOG_LEVEL',
  'MAIL_FROM',
  'MEDIA_DELIVERY',
  'MEDIA_URL',
  'METRICS_HOST',
  'METRICS_PORT',
  'METRICS_TOKEN',
  'PORT',
  'PUBLIC_URL',
  'RATE_LIMIT_FACTOR',
  'REDIS_URL',
  'RESERVED_DISK_MB',
  'QUALITY_CACHE_MB',
  'S3_ACCESS_KEY_ID',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'S3_REGION',
  'S3_SECRET_ACCESS_KEY',
  'SCROBBLE_UNRELEASED',
  'SITE_TITLE',
  'SMTP_URL',
  'TRUST_PROXY',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

/** A variable that looks like a setting, but is none. */
export interface UnknownSetting {
  name: string
  /** The setting with the most similar name; undefined when none is similar. */
  nearest: SettingName | undefined
}

/** The first words of names that have several words, such as S3 or BACKUP. */
const FIRST_WORDS = new Set(
  SETTING_NAMES.filter((name) => name.includes('_')).map((name) => name.split('_')[0] ?? name),
)
/** Matches variables such as REDIS_SERVICE_HOST and REDIS_PORT_6379_TCP, by which Kubernetes announces services. */
const OF_KUBERNETES = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_/

/**
 * Finds misspelt settings. In a settings file every name is meant as a setting. The environment also contains variables
 * of other programs, so only names that resemble a setting are reported from it.
 */
export function unknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  namesInFile: readonly string[] = [],
): UnknownSetting[] {
  const known: ReadonlySet<string> = new Set(SETTING_NAMES)
  const resembling = Object.entries(environment)
    .filter(([name, value]) => !OF_KUBERNETES.test(name) && value?.startsWith('tcp://') !== true)
    .map(([name]) => name)
    .filter((name) => FIRST_WORDS.has(name.split('_')[0] ?? '') || isMisspelt(name))
  return [...new Set([...namesInFile, ...resembling])]
    .filter((name) => !known.has(name))
    .toSorted()
    .map((name) => ({ name, nearest: nearestTo(name) }))
}

/** Describes a misspelt setting for the operator, in one sentence. */
export function describeUnknown({ name, nearest }: UnknownSetting): string {
  return `There is no setting ${name}${nearest === undefined ? '' : `; is ${nearest} meant?`}`
}

function isMisspelt(name: string): boolean {
  const upper = name.toUpperCase()
  return SETTING_NAMES.some((known) => {
    const limit = known.length < 8 ? 1 : 2
    // The distance is at least the difference of the lengths. Comparing the letters of all variables with all settings
    // would take 20 ms of each start.
    return Math.abs(upper.length - known.length) <= limit && editDistance(upper, known) <= limit
  })
}

/**
 * The setting with the same first word that shares the most words with the name. If there is none, the setting with
 * nearly the same spelling.
 */
function nearestTo(name: string): SettingName | undefined {
  const upper = name.toUpperCase()
  const words = upper.split('_')
  const candidates = SETTING_NAMES.map((known) => {
    const ofKnown = known.split('_')
    return {
      known,
      isRelated: ofKnown[0] === words[0],
      sharedWords: words.filter((word) => ofKnown.includes(word)).length,
      distance: editDistance(upper, known),
    }
  }).filter(({ known, isRelated, distance }) => isRelated || distance <= known.length / 2)
  candidates.sort(
    (a, b) =>
      Number(b.isRelated) - Number(a.isRelated) || b.sharedWords - a.sharedWords || a.distance - b.distance,
  )
  return candidates[0]?.known
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of a.split('').entries()) {
    const next = [index + 1]
    for (const [column, other] of b.split('').entries()) {
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      )
    }
    row = next
  }
  return row.at(-1) ?? 0
}
