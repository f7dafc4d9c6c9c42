import { expect, test } from 'vitest'
import { readConfig, WrongSettings } from './config.ts'

test('without settings the embedded implementations are used', () => {
  const config = readConfig({ DATA_DIR: '/somewhere' })
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    siteTitle: 'Archive',
    database: { kind: 'sqlite', path: '/somewhere/archive.sqlite' },
    mail: { kind: 'outbox', folder: '/somewhere/outbox' },
    trustedProxies: [],
  })
})

test('PostgreSQL, Redis, S3 and SMTP are chosen by their addresses', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://archive@db/archive',
    APP_SECRET: 'x'.repeat(32),
    SMTP_URL: 'smtps://user:word@mail.example',
    PUBLIC_URL: 'https://archive.example/',
  })
  expect(config.database).toEqual({ kind: 'postgres', url: 'postgres://archive@db/archive' })
  expect(config.mail).toEqual({
    kind: 'smtp',
    url: 'smtps://user:word@mail.example',
    from: 'Archive <archiv@archive.example>',
  })
  expect(config.publicUrl).toBe('https://archive.example')
})

test.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1,128.0.0.0/1',
  '127.0.0.1, 10.0.0.0/7',
  '2000::/3',
  '::ffff:0:0/96',
  '::/80',
  '0:0:0:0:0:ffff::/96',
])('TRUST_PROXY %s would believe every visitor and stops the start', (value) => {
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow(
    `TRUST_PROXY: "${value}" is not allowed; it must be the addresses of your proxies only`,
  )
})

test.each([
  ['PORT', 'dreitausend', 'PORT: "dreitausend" is not allowed; it must be a whole number from 0 to 65535.'],
  [
    'PUBLIC_URL',
    'archive.example',
    'PUBLIC_URL: "archive.example" is not allowed; it must be an address that begins with http:// or https://.',
  ],
  [
    'TRUST_PROXY',
    'true',
    'TRUST_PROXY: "true" is not allowed; it must be a list of IP addresses or ranges such as 10.0.0.0/8, separated by commas.',
  ],
  [
    'TRUST_PROXY',
    '1',
    'TRUST_PROXY: "1" is not allowed; it must be a list of IP addresses or ranges such as 10.0.0.0/8, separated by commas.',
  ],
  [
    'TRUST_PROXY',
    '10.0.0.0/33, ::1',
    'TRUST_PROXY: "10.0.0.0/33, ::1" is not allowed; it must be a list of IP addresses or ranges such as 10.0.0.0/8, separated by commas.',
  ],
  [
    'TRUST_PROXY',
    '999.1.1.1',
    'TRUST_PROXY: "999.1.1.1" is not allowed; it must be a list of IP addresses or ranges such as 10.0.0.0/8, separated by commas.',
  ],
  [
    'PUBLIC_URL',
    'https://beispiel.de/archiv',
    'PUBLIC_URL: "https://beispiel.de/archiv" is not allowed; it must be a host without a path, such as https://archive.beispiel.de: the archive needs a host name of its own.',
  ],
  [
    'PUBLIC_URL',
    'https://archiv.beispiel.de/?a=b',
    'PUBLIC_URL: "https://archiv.beispiel.de/?a=b" is not allowed; it must be a host without a path, such as https://archive.archiv.beispiel.de: the archive needs a host name of its own.',
  ],
  [
    'PUBLIC_URL',
    'https://mara:geheim@archiv.beispiel.de',
    'PUBLIC_URL: the value is not allowed; it must be an address without an account.',
  ],
  [
    'BACKUP_DIR',
    '/var/backups/tonarchiv    # or s3://bucket/folder',
    'BACKUP_DIR: "/var/backups/tonarchiv    # or s3://bucket/folder" is not allowed; it must be a path alone, without a comment behind it.',
  ],
  [
    'HOST',
    'http://127.0.0.1',
    'HOST: "http://127.0.0.1" is not allowed; it must be an IP address of this machine, such as 127.0.0.1 or 0.0.0.0, without a protocol or a port.',
  ],
  [
    'HOST',
    '127.0.0.256',
    'HOST: "127.0.0.256" is not allowed; it must be an IP address of this machine, such as 127.0.0.1 or 0.0.0.0, without a protocol or a port.',
  ],
  [
    'HOST',
    'localhost:3000',
    'HOST: "localhost:3000" is not allowed; it must be an IP address of this machine, such as 127.0.0.1 or 0.0.0.0, without a protocol or a port.',
  ],
  ...[
    'archive.example.org',
    'Archive <archive>',
    'a@b.org, c@d.org',
    'Archive <a@b.org',
    'A <a@b> <c@d>',
  ].map((from) => [
    'MAIL_FROM',
    from,
    `MAIL_FROM: "${from}" is not allowed; it must be one e-mail address, alone or with a name: Archive <archive@example.org>.`,
  ]),
  ['ADMIN_SECOND_FACTOR', 'true', 'ADMIN_SECOND_FACTOR: "true" is not allowed; it must be yes or no.'],
  ['INVITATIONS', 'on', 'INVITATIONS: "on" is not allowed; it must be yes or no.'],
  ...['0', '101', '2.5', 'viele'].map((value) => [
    'INVITATION_QUOTA',
    value,
    `INVITATION_QUOTA: "${value}" is not allowed; it must be a whole number from 1 to 100.`,
  ]),
  ...['-1', '3651', 'immer'].map((value) => [
    'INVITATION_STAY_DAYS',
    value,
    `INVITATION_STAY_DAYS: "${value}" is not allowed; it must be a whole number from 0 to 3650.`,
  ]),
  [
    'LOG_LEVEL',
    'laut',
    'LOG_LEVEL: "laut" is not allowed; it must be fatal, error, warn, info, debug, trace, silent.',
  ],
])('a wrong %s is reported in one line', (name, value, line) => {
  expect(() => readConfig({ [name]: value })).toThrow(new WrongSettings([line]))
})

test('secrets are never printed, and every wrong setting has its own line', () => {
  let message = ''
  try {
    readConfig({
      DATABASE_URL: 'mysql://user:geheim@db',
      SMTP_URL: 'geheim',
      APP_SECRET: 'geheim',
      PORT: '-1',
    })
  } catch (error) {
    message = error instanceof Error ? error.message : ''
  }
  expect(message).not.toContain('geheim')
  expect(message.split('\n').map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'DATABASE_URL',
    'SMTP_URL',
    'APP_SECRET',
  ])
})

test('several processes must share a secret', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://db/archive' })).toThrow(/^APP_SECRET: it must be given/)
})

test('proxies are believed by address or range', () => {
  expect(readConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8' }).trustedProxies).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    'fd00::/8',
  ])
})

test('Last.fm is on with both of its credentials, and one alone stops the start', () => {
  expect(readConfig({}).scrobbling).toEqual({
    lastfm: undefined,
    listenbrainz: { apiUrl: 'https://api.listenbrainz.org' },
    tellsUnreleased: false,
  })
  const { scrobbling } = readConfig({
    LASTFM_API_KEY: 'key',
    LASTFM_API_SECRET: 'secret',
    LISTENBRAINZ_URL: 'off',
    SCROBBLE_UNRELEASED: 'yes',
  })
  expect(scrobbling).toEqual({
    lastfm: {
      apiKey: 'key',
      apiSecret: 'secret',
      apiUrl: 'https://ws.audioscrobbler.com/2.0/',
      authUrl: 'https://www.last.fm/api/auth/',
    },
    listenbrainz: undefined,
    tellsUnreleased: true,
  })
  expect(() => readConfig({ LASTFM_API_KEY: 'key' })).toThrow('LASTFM_API_SECRET: it must be given, too')
  expect(() => readConfig({ LASTFM_API_SECRET: 'secret' })).toThrow('LASTFM_API_KEY: it must be given, too')
  expect(() => readConfig({ SCROBBLE_UNRELEASED: 'maybe' })).toThrow(
    'SCROBBLE_UNRELEASED: "maybe" is not allowed; it must be yes or no.',
  )
  expect(() => readConfig({ LISTENBRAINZ_URL: 'listenbrainz' })).toThrow('LISTENBRAINZ_URL')
})

test('backups are made at a time of day or each hour', () => {
  const at = (BACKUP_AT: string) => readConfig({ BACKUP_DIR: '/backups', BACKUP_AT }).backup?.at
  expect([at(''), at('23:59'), at('hourly')]).toEqual([210, 1439, 'hourly'])
  for (const wrong of ['24:00', '3:30', 'daily'])
    expect(() => at(wrong)).toThrow(
      `BACKUP_AT: "${wrong}" is not allowed; it must be a time of day such as 03:30, or hourly.`,
    )
})

test('usual hosts and senders are allowed', () => {
  for (const HOST of ['127.0.0.1', '0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'archiv.intern'])
    expect(readConfig({ HOST }).host).toBe(HOST)
  for (const MAIL_FROM of ['a@b.org', '<a@b.org>', 'Das Archiv <a@b.org>', '"Archiv, das" <a@b.org>'])
    expect(readConfig({ MAIL_FROM }).mail.from).toBe(MAIL_FROM)
  expect(readConfig({ PUBLIC_URL: 'https://archiv.beispiel.de:8443/' }).publicUrl).toBe(
    'https://archiv.beispiel.de:8443',
  )
})

test('without these settings admins need no second factor, and members make no invitations', () => {
  expect(readConfig({})).toMatchObject({
    adminsNeedFactor: false,
    invitations: { isEnabled: false, quota: 5, stayDays: 90 },
  })
  const chosen = {
    ADMIN_SECOND_FACTOR: 'yes',
    INVITATIONS: 'yes',
    INVITATION_QUOTA: '100',
    INVITATION_STAY_DAYS: '0',
  }
  expect(readConfig(chosen)).toMatchObject({
    adminsNeedFactor: true,
    invitations: { isEnabled: true, quota: 100, stayDays: null },
  })
})

test('failed logins are logged only where the log has warnings', () => {
  expect(readConfig({ LOG_FAILED_LOGINS: 'yes' }).logsFailedLogins).toBe(true)
  expect(() => readConfig({ LOG_FAILED_LOGINS: 'yes', LOG_LEVEL: 'error' })).toThrow(
    'LOG_LEVEL: "error" is not allowed; it must be warn or a level with more lines',
  )
})

test('backups are encrypted for public keys only, and a private key by mistake is never shown', () => {
  const recipient = `age1${'q'.repeat(58)}`
  const keys = (BACKUP_RECIPIENTS: string) => readConfig({ BACKUP_RECIPIENTS }).backupKeys.recipients
  expect(keys('')).toEqual([])
  expect(keys(`${recipient}, age1pq1${'q'.repeat(1900)}`)).toHaveLength(2)
  const secret = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`
  for (const wrong of [secret, `${recipient},${secret}`, 'age1', 'ssh-ed25519 AAAA'])
    try {
      keys(wrong)
      expect.unreachable(wrong)
    } catch (error) {
      expect(error).toBeInstanceOf(WrongSettings)
      expect(String(error)).toContain('BACKUP_RECIPIENTS: the value is not allowed')
      expect(String(error)).not.toContain('SECRET')
    }
})

test('a rehearsal needs backups, and the private key if they are encrypted', () => {
  const settings = { BACKUP_REHEARSAL: 'weekly', BACKUP_DIR: '/backups' }
  expect(readConfig(settings).backup?.rehearsal).toBe('weekly')
  expect(readConfig({ ...settings, BACKUP_REHEARSAL: 'off' }).backup?.rehearsal).toBeUndefined()
  expect(() => readConfig({ ...settings, BACKUP_REHEARSAL: 'yes' })).toThrow(
    'it must be off, weekly or monthly',
  )
  expect(() => readConfig({ BACKUP_REHEARSAL: 'weekly' })).toThrow('BACKUP_DIR: it must be given, too')
  const encrypted = { ...settings, BACKUP_RECIPIENTS: `age1${'q'.repeat(58)}` }
  expect(() => readConfig(encrypted)).toThrow('BACKUP_IDENTITY_FILE: it must be given, too')
  expect(readConfig({ ...encrypted, BACKUP_IDENTITY_FILE: 'k' }).backupKeys.identityFile).toMatch(/\/k$/)
})
