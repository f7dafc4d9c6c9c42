import { join } from 'node:path'
import { listMessages, uploadChatMedia } from '@tonarchiv/contract/chat'
import { updateProfile } from '@tonarchiv/contract/users'
import sharp from 'sharp'
import { accountOf, createAccounts } from '../archive/account.ts'
import { withServices } from '../archive/with-services.ts'
import { requestAtRate } from '../load/at-rate.ts'
import { getRequest } from '../load/connection.ts'
import { median, percentile } from '../load/percentile.ts'
import { figure } from '../report/numbers.ts'
import { logIn } from '../servers/log-in.ts'
import { startProduct } from '../servers/product.ts'
import type { Findings, BenchContext } from './part.ts'

const WIDTH = 6000
const HEIGHT = 4000
const AT_ONCE = 2
const ROUNDS = 8

/**
 * Images of 24 million pixels, two at once, are sent as profile pictures and chat images, while others send read
 * requests.
 */
export async function measureImages({ runFolder }: BenchContext): Promise<Findings> {
  const dataFolder = join(runFolder, 'pictures')
  await withServices(dataFolder, async (services) => createAccounts(services, AT_ONCE))
  await using server = await startProduct(dataFolder, runFolder)
  // Each sender has an account, because one account may send only one large body at a time.
  const senders: string[] = []
  for (let number = 0; number < AT_ONCE; number += 1) {
    senders.push(`Bearer ${await logIn(server.port, accountOf(number))}`)
  }
  const photograph = await createPhotograph()
  const send = async (
    authorization: string,
    route: { method: string; path: string },
    headers: Record<string, string>,
    body: BodyInit,
  ) => {
    const begunAt = performance.now()
    const { method, path } = route
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: { authorization, ...headers },
      body,
    })
    if (!answer.ok) throw new Error(`A picture was answered with ${answer.status}: ${await answer.text()}`)
    return performance.now() - begunAt
  }
  const json = JSON.stringify({ avatarUrl: `data:image/jpeg;base64,${photograph.toString('base64')}` })
  const portrait = async (sender: string) =>
    send(sender, updateProfile, { 'content-type': 'application/json' }, json)
  const chatImage = async (sender: string) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(photograph)]), 'foto.jpg')
    return send(sender, uploadChatMedia, {}, form)
  }
  const read = () => getRequest(listMessages.path, { authorization: senders[0] ?? '' })
  const portraits = await besideReads(server.port, read, senders, portrait)
  const chatImages = await besideReads(server.port, read, senders, chatImage)
  const row = (name: string, { waits, readP99 }: Awaited<ReturnType<typeof besideReads>>) => [
    name,
    figure(median(waits)),
    figure(Math.max(...waits)),
    figure(readP99),
  ]
  return {
    tables: [
      {
        heading: `Pictures: JPEG of ${WIDTH} × ${HEIGHT} pixels, ${AT_ONCE} at once, from sending to the answer`,
        columns: ['What', 'median, ms', 'slowest, ms', 'reads beside them, p99, ms'],
        rows: [row('portrait of 400 px', portraits), row('chat, 2,048 and 640 px', chatImages)],
      },
    ],
    goals: [
      { name: '24 MP to 400 px', value: median(portraits.waits), unit: 'ms', kind: 'atMost', goal: 250 },
      { name: 'reads beside it, p99', value: portraits.readP99, unit: 'ms', kind: 'atMost', goal: 100 },
    ],
  }
}

async function besideReads(
  port: number,
  read: () => Buffer,
  senders: readonly string[],
  send: (sender: string) => Promise<number>,
): Promise<{ waits: number[]; readP99: number }> {
  // The first request loads the image library.
  for (const sender of senders) await send(sender)
  const [reads, ...waits] = await Promise.all([
    requestAtRate([port], read, { perSecond: 100, seconds: 4 }),
    ...senders.map(async (sender) => {
      const own: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) own.push(await send(sender))
      return own
    }),
  ])
  return { waits: waits.flat(), readP99: percentile(reads, 0.99) }
}

/** An image like a photograph: soft, with noise. */
async function createPhotograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const coarse = { width: WIDTH / 4, height: HEIGHT / 4, channels: 3, noise, background: '#888888' } as const
  return sharp({ create: coarse }).resize(WIDTH, HEIGHT).jpeg({ quality: 80 }).toBuffer()
}
