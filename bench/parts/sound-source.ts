import { accountOf } from '../archive/account.ts'
import { SOUND_ACCOUNTS, type SoundArchive } from '../archive/sound-archive.ts'
import { getRequest } from '../load/connection.ts'
import { logIn } from '../servers/log-in.ts'
import type { RunningServer } from '../servers/running-server.ts'

/** A request for a file. */
export interface SoundRequest {
  /** Number of the requesting client; numbers wrap around. */
  listener: number
  /** Number of the file; numbers wrap around. */
  file: number
  /** The value of the header `Range`. */
  range?: string
}

/** A server of the sound files, and how to request them. */
export interface SoundSource {
  pid: number
  /** The process to which the server at `pid` forwards requests, if any. */
  pidBehind?: number
  port: number
  request: (request: SoundRequest) => Buffer
}

/** The servers that are compared. All of them serve the same files. */
export interface Sources {
  ours: SoundSource
  /** Bare Node with the least work. */
  bareNode: SoundSource
  /** Undefined if nginx is not installed. */
  nginx?: {
    /** nginx reads and writes each byte, as Node does. */
    copying: SoundSource
    /** nginx lets the kernel send the files. */
    sendfile: SoundSource
  }
}

/** The available sources in this order: ours, bare Node, nginx copying, nginx with sendfile. */
export function allOf({ ours, bareNode, nginx }: Sources): SoundSource[] {
  return [ours, bareNode, ...(nginx === undefined ? [] : [nginx.copying, nginx.sendfile])]
}

/** Our server, with logged-in members. */
export async function productSource(
  { pid, port }: RunningServer,
  { fileNames }: SoundArchive,
): Promise<SoundSource> {
  const tokens: string[] = []
  for (let number = 0; number < SOUND_ACCOUNTS; number += 1) tokens.push(await logIn(port, accountOf(number)))
  return {
    pid,
    port,
    request: ({ listener, file, range }) =>
      getRequest(`/api/stream/${fileNames[file % fileNames.length] ?? ''}`, {
        authorization: `Bearer ${tokens[listener % tokens.length] ?? ''}`,
        ...(range !== undefined && { range }),
      }),
  }
}

/** The same files from nginx or from bare Node, without authorisation. */
export function openSource({ pid, port }: RunningServer, { mediaPaths }: SoundArchive): SoundSource {
  return {
    pid,
    port,
    request: ({ file, range }) =>
      getRequest(`/${mediaPaths[file % mediaPaths.length] ?? ''}`, range === undefined ? {} : { range }),
  }
}
