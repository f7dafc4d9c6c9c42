import type { Endpoint } from '../frame/endpoint.ts'
import { aboutEndpoints } from './about.ts'
import { absentEndpoints } from './absent.ts'
import { annotationEndpoints } from './annotation.ts'
import { browsingEndpoints } from './browsing.ts'
import { chatEndpoints } from './chat.ts'
import { coverEndpoints } from './cover-art.ts'
import { folderEndpoints } from './folders.ts'
import { listEndpoints } from './lists.ts'
import { lyricsEndpoints } from './lyrics.ts'
import { playlistEndpoints } from './playlists.ts'
import { queueEndpoints } from './queue.ts'
import { searchEndpoints } from './searching.ts'
import { streamingEndpoints } from './streaming.ts'
import { systemEndpoints } from './system.ts'
import { videoEndpoints } from './videos.ts'

/** All endpoints, from one list for each group of them. */
export const endpoints: readonly Endpoint[] = [
  ...systemEndpoints,
  ...browsingEndpoints,
  ...folderEndpoints,
  ...aboutEndpoints,
  ...listEndpoints,
  ...playlistEndpoints,
  ...searchEndpoints,
  ...annotationEndpoints,
  ...queueEndpoints,
  ...chatEndpoints,
  ...streamingEndpoints,
  ...lyricsEndpoints,
  ...coverEndpoints,
  ...videoEndpoints,
  ...absentEndpoints,
]
