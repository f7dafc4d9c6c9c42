import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { TUS_VERSION, UPLOADS_PATH, type UploadKind } from '@tonarchiv/contract/uploads'
import { startApp, type TestApp } from './start-app.ts'

type Headers = Record<string, string>

/** A client of resumable uploads, one request at a time. */
export interface TusClient {
  /** Creates an upload. */
  create(sizeBytes: number, kind?: UploadKind, headers?: Headers): Promise<Response>
  /**
   * Creates an upload of a video.
   * @returns its URL
   */
  begin(sizeBytes: number): Promise<string>
  look(address: string): Promise<Response>
  /** Number of bytes that have arrived. */
  offsetOf(address: string): Promise<number>
  send(
    address: string,
    offset: number,
    bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
    headers?: Headers,
  ): Promise<Response>
  drop(address: string): Promise<Response>
  /**
   * Uploads a complete file.
   * @returns its id
   */
  upload(bytes: Uint8Array<ArrayBuffer>, kind?: UploadKind): Promise<string>
}

export interface UploadingAdmin {
  app: TestApp
  admin: Awaited<ReturnType<TestApp['signIn']>>
  client: TusClient
}

/** An app without ffmpeg, and an admin who uploads files in pieces. */
export async function startUploadingAdmin(): Promise<UploadingAdmin> {
  const app = await startApp({ ffmpeg: undefined })
  const admin = await app.signIn({ isAdmin: true })
  return { app, admin, client: tusClient(app, admin) }
}

export function tusClient(app: Pick<TestApp, 'fetch'>, { token }: { token: string }): TusClient {
  const headersWith = (headers: Headers) => ({
    authorization: `Bearer ${token}`,
    'tus-resumable': TUS_VERSION,
    ...headers,
  })
  const client: TusClient = {
    create: async (sizeBytes, kind = 'video', headers = {}) =>
      app.fetch(UPLOADS_PATH, {
        method: 'POST',
        headers: headersWith({
          'upload-length': String(sizeBytes),
          'upload-metadata': `kind ${btoa(kind)},filename ${btoa('film.mp4')}`,
          ...headers,
        }),
      }),
    begin: async (sizeBytes) => (await client.create(sizeBytes)).headers.get('location') ?? '',
    offsetOf: async (address) => Number((await client.look(address)).headers.get('upload-offset')),
    look: async (address) => app.fetch(address, { method: 'HEAD', headers: headersWith({}) }),
    send: async (address, offset, bytes, headers = {}) =>
      app.fetch(address, {
        method: 'PATCH',
        headers: headersWith({
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          ...headers,
        }),
        body: bytes,
        ...(bytes instanceof ReadableStream && { duplex: 'half' }),
      }),
    drop: async (address) => app.fetch(address, { method: 'DELETE', headers: headersWith({}) }),
    upload: async (bytes, kind) => {
      const created = await client.create(bytes.byteLength, kind)
      const address = created.headers.get('location') ?? ''
      const sent = await client.send(address, 0, bytes)
      if (sent.status !== 204) throw new Error(`The upload was refused: ${await sent.text()}`)
      return idOf(address)
    },
  }
  return client
}

/** The id at the end of an upload's URL. */
export function idOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}

/** Names of the uploads that have started. */
export async function arrivingFiles({ services }: Pick<TestApp, 'services'>): Promise<string[]> {
  return readdir(join(services.config.dataFolder, 'uploads')).catch(() => [])
}
