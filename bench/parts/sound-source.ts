import { accountOf } from '../archive/account.ts'
import { SOUND_ACCOUNTS, type SoundArchive } from '../archive/sound-archive.ts'
import { getRequest } from '../load/connection.ts'
import { logIn } from '../servers/log-in.ts'
import type { RunningServer } from '../servers/running-server.ts'

/** What a listener requests. */
export interface SoundRequest {
  /** Who asks; numbers go around. */
  listener: number
  /** Which file; numbers go around. */
  file: number
  /** As in the header. */
  range?: string
}

/** Somebody who gives out the sound files, and how to ask. */
export interface SoundSource {
  pid: number
  /** Of the server that it asks, where it has one behind it. */
  pidBehind?: number
  port: number
  request: (request: SoundRequest) => Buffer
}

/** Who gives out the same files. */
export interface Sources {
  ours: SoundSource
  /** What Node can do at least. */
  bareNode: SoundSource
  /** Where it is installed. */
  nginx?: {
    /** It reads and writes each byte, as Node must. */
    copying: SoundSource
    /** The kernel sends the files by itself. */
    sendfile: SoundSource
  }
}

/** Those that are there, in this order: ours, bare Node, nginx copying, nginx with sendfile. */
export function allOf({ ours, bareNode, nginx }: Sources): SoundSource[] {
  return [ours, bareNode, ...(nginx === undefined ? [] : [nginx.copying, nginx.sendfile])]
}

/** Our server, with listeners who have logged in. */
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

/** The same files from nginx or from bare Node, to everybody. */
export function openSource({ pid, port }: RunningServer, { mediaPaths }: SoundArchive): SoundSource {
  return {
    pid,
    port,
    request: ({ file, range }) =>
      getRequest(`/${mediaPaths[file % mediaPaths.length] ?? ''}`, range === undefined ? {} : { range }),
  }
}
