import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { listMessages, postMessage } from '@tonarchiv/contract/chat'
import { expect, onTestFinished, test } from 'vitest'
import { albumForm } from '../server/src/testing/album-forms.ts'
import { callers } from '../server/src/testing/start-app.ts'
import { callsOf, newInstallation } from './installation.ts'
import { notTried, rounds, report } from './rounds.ts'
import { expectStored, writtenMessages, Writers } from './writers.ts'

/** Mounts a small file system. @returns its folder; undefined where the test may not mount one */
async function smallDisk(megabytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
  onTestFinished(async () => {
    execFileSync('umount', ['-l', folder])
    await rm(folder, { recursive: true })
  })
  return folder
}

/** Writes until the disk is full. @returns a function that frees the space */
async function fill(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler')
  const file = await open(path, 'w')
  for (const size of [1024 * 1024, 4096, 1]) {
    try {
      for (;;) await file.write(Buffer.alloc(size))
    } catch {
      // The disk is full for blocks of this size.
    }
  }
  await file.close()
  expect((await statfs(folder)).bavail).toBe(0)
  return async () => rm(path)
}

test('a full disk: uploads and writes are refused, reading and playing go on, and free space is enough to recover', async ({
  skip,
}) => {
  const dataFolder = await smallDisk(64)
  if (dataFolder === undefined) {
    skip(notTried('R-05', 'a small disk can be mounted by root only, and not in every container'))
    return
  }
  const archive = await newInstallation({ dataFolder, env: { RESERVED_DISK_MB: '4' } })
  const admin = await archive.member({ isAdmin: true })
  const server = await archive.start()
  const { call, refusal } = callsOf(server, admin)
  const { album } = await call(addAlbum, { form: albumForm({ albumTitel: 'Vorher' }) })
  const writers = new Writers([admin], 100)
  const times = rounds({ short: 1, long: 10 })
  let refused = 0
  for (let time = 0; time < times; time += 1) {
    const release = await fill(dataFolder)
    expect((await refusal(addAlbum, { form: albumForm({ albumTitel: `Zu viel ${time}` }) })).status).toBe(507)
    // The database files may still have free pages.
    await writers.writeUntil(server, () => (writers.errors.get('503') ?? 0) > refused + 5)
    refused = writers.errors.get('503') ?? 0
    await call(listMessages, { query: {} })
    const stream = await fetch(`${server.address}/api/stream/${album.tracks[0]?.file}`, {
      headers: { authorization: `Bearer ${admin.token}`, range: 'bytes=0-999' },
    })
    expect([stream.status, (await stream.arrayBuffer()).byteLength]).toEqual([206, 1000])
    await release()
    await writers.repeat(server)
    expect(writers.unanswered).toEqual([])
    await call(addAlbum, { form: albumForm({ albumTitel: `Nachher ${time}` }) })
  }
  expect([...writers.errors.keys()]).toEqual(['503'])
  expect(server.isRunning()).toBe(true)
  expect(await server.stop()).toBe(0)
  await expectStored(archive, writers)
  const [integrity] = await archive.withDatabase(async (db) =>
    db.selectFrom('albums').select('title').orderBy('id').execute(),
  )
  expect(integrity?.title).toBe('Vorher')
  report(
    'R-05',
    `${times} × a disk of 64 MB filled to the last byte`,
    `uploads 507, ${refused} messages refused with 503, reads and streams went on; well again without a restart, ${writers.acknowledged.size} acknowledged, all stored once`,
  )
})

test('the disk fails to sync: nothing is acknowledged, and the process ends to be restarted', async ({
  skip,
}) => {
  if (!hasTracer()) skip(notTried('R-06', 'strace is not installed, or may not trace'))
  const archive = await newInstallation()
  const member = await archive.member()
  const times = rounds({ short: 1, long: 10 })
  const stored: string[] = []
  for (let time = 0; time < times; time += 1) {
    const server = await archive.start()
    const { call } = callsOf(server, member)
    stored.push((await call(postMessage, { body: { message: `Vorher ${time}` } })).message.content)
    const faulty = ['-f', '-p', String(server.pid), '-e', 'inject=fsync,fdatasync:error=EIO']
    const tracer = spawn('strace', [...faulty, '-o', '/dev/null'], { stdio: ['ignore', 'ignore', 'pipe'] })
    await once(tracer.stderr, 'data')
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, async (_, number) =>
        callers(server.address, member.token).call(postMessage, {
          body: { message: `Verloren ${time} ${number}` },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'rejected'))
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('the disk under the database has failed')
    if (tracer.exitCode === null) await once(tracer, 'exit')
  }
  const server = await archive.start()
  stored.push(
    (await callsOf(server, member).call(postMessage, { body: { message: 'Nachher' } })).message.content,
  )
  const texts = (await writtenMessages(archive)).map(({ content }) => content)
  expect(texts.filter((text) => !text.startsWith('Verloren'))).toEqual(stored)
  report(
    'R-06',
    `${times} × every fsync failed with EIO while messages were sent`,
    `none was acknowledged, the process ended with 1, and after a new start went on; ${stored.length} acknowledged before and after, all stored`,
  )
})

function hasTracer(): boolean {
  try {
    execFileSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
