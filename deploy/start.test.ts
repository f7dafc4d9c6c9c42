import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServerProcess } from '../faults/server-process.ts'
import { runDoctor, runServer } from '../server/src/testing/command-line.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { startS3 } from '../server/src/testing/s3-server.ts'
import { root } from './settings.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-start-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a server that must end with exit code 1. @returns all that it printed */
async function outputOf(settings: Record<string, string>, under?: readonly string[]): Promise<string> {
  const all = { DATA_DIR: await newFolder(), PORT: String(await freePort()), ...settings }
  const { code, output } = await runServer(all, under)
  expect(code, output).toBe(1)
  return output
}

test('a port that is in use is one line', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const sentence = `Port ${port} of 127.0.0.1 is in use: another program listens there. End that program, or set`
  const outputs = await Promise.all(
    ['PORT', 'METRICS_PORT'].map((name) => outputOf({ [name]: String(port) })),
  )
  expect(outputs).toEqual([
    `${sentence} PORT to another port.\n`,
    `${sentence} METRICS_PORT to another port.\n`,
  ])
})

test('a HOST that is no address of this machine is one line', async () => {
  expect(await outputOf({ HOST: '203.0.113.1' })).toBe(
    'HOST: "203.0.113.1" is no address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses of this machine.\n',
  )
})

test('settings that cannot be right are a line each', async () => {
  const lines = await outputOf({
    HOST: 'http://127.0.0.1',
    PUBLIC_URL: 'https://beispiel.de/archiv',
    MAIL_FROM: 'Archiv',
  })
  expect(lines.split('\n')).toEqual([
    expect.stringMatching(/^PUBLIC_URL: "https:\/\/beispiel\.de\/archiv" is not allowed; .* without a path/),
    expect.stringMatching(/^HOST: "http:\/\/127\.0\.0\.1" is not allowed; /),
    expect.stringMatching(/^MAIL_FROM: "Archiv" is not allowed; it must be one e-mail address/),
    '',
  ])
})

test('a disk that is full is one line', async ({ skip }) => {
  const folder = await newFolder()
  const full = `mount -t tmpfs -o size=64k tmpfs ${folder} && { cat /dev/zero > ${folder}/filler 2> /dev/null || true; }`
  const inOwnMounts = ['unshare', '--mount', 'sh', '-c']
  try {
    execFileSync('unshare', [...inOwnMounts.slice(1), full], { stdio: 'ignore' })
  } catch {
    skip('a disk can be mounted by root only, and not in every container')
  }
  const output = await outputOf({ DATA_DIR: folder }, [...inOwnMounts, `${full} && exec "$@"`, 'sh'])
  expect(output).toBe(
    `The disk of ${folder} is full. Make room on it or take a larger disk, then start again.\n`,
  )
})

test('an S3 store without the bucket, or that does not accept the key, is one line', async () => {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = (await startS3()).settings
  const given = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const [missing, wrongKey] = await Promise.all([
    outputOf({ ...given, S3_BUCKET: 'gibt-es-nicht' }),
    outputOf({ ...given, S3_SECRET_ACCESS_KEY: 'falsch' }),
  ])
  expect(missing).toBe(
    `The S3 store ${endpoint} has no bucket gibt-es-nicht. Create it, or correct S3_BUCKET.\n`,
  )
  expect(wrongKey).toBe(
    `The S3 store ${endpoint} does not accept the key (SignatureDoesNotMatch). Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.\n`,
  )
})

test('the log names unknown settings, failed logins where it is wanted, and the end', async () => {
  const env = {
    DATA_DIR: await newFolder(),
    LOG_LEVEL: 'info',
    LOG_FAILED_LOGINS: 'yes',
    TRUST_PROXY: '127.0.0.1',
    BAKUP_DIR: '/mnt/backup',
  }
  // The doctor must leave no file that the first start would consider a part of an archive.
  expect((await runDoctor(env)).output).toContain('– Settings       There is no setting BAKUP_DIR')
  const server = await startServerProcess({ env })
  const addresses = ['203.0.113.7', '2001:db8::7', '::ffff:198.51.100.9']
  for (const address of addresses) {
    const { status } = await fetch(`${server.address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: 'niemand@beispiel.de', password: 'falsch' }),
    })
    expect(status).toBe(401)
  }
  expect(await server.stop()).toBe(0)
  const lines = server.output().split('\n')
  const messages = lines
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => Reflect.get(Object(JSON.parse(line)), 'msg'))
  expect(messages[0]).toBe('There is no setting BAKUP_DIR; is BACKUP_DIR meant?')
  expect(messages).toContain('stopping; running calls get their time to end')
  expect(messages.at(-1)).toBe('stopped')
  for (const language of ['en', 'de'])
    expect(lines.flatMap(await filterOf(language))).toEqual(['203.0.113.7', '2001:db8::7', '198.51.100.9'])
})

/** Returns a function for a page's fail2ban filter: the addresses that it finds in a line. */
async function filterOf(language: string): Promise<(line: string) => string[]> {
  const page = await readFile(root(`docs/operators/${language}/watch.md`), 'utf8')
  const [, pattern = ''] = /^failregex = (.+)$/m.exec(page) ?? []
  // fail2ban replaces <HOST> by a pattern for addresses, and removes the time from a line before matching.
  const regex = new RegExp(pattern.replace('<HOST>', '(?<host>[0-9a-f:.]+)'))
  return (line) => {
    const host = regex.exec(line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, ''))?.groups?.['host']
    return host === undefined ? [] : [host]
  }
}

test('without the setting no address gets into the log', async () => {
  const server = await startServerProcess({
    env: { DATA_DIR: await newFolder(), LOG_LEVEL: 'trace', TRUST_PROXY: '127.0.0.1' },
  })
  await fetch(`${server.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: JSON.stringify({ email: 'niemand@beispiel.de', password: 'falsch' }),
  })
  expect(await server.stop()).toBe(0)
  expect(server.output()).toContain('"route":"/api/auth/login"')
  expect(server.output()).not.toContain('203.0.113.7')
})
