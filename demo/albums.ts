import type { DemoAlbum } from './album.ts'
import { albumsFrom2018 } from './albums/from-2018.ts'
import { albumsFrom2022 } from './albums/from-2022.ts'
import { albumsUntil2017 } from './albums/until-2017.ts'

/** The albums of the demo archive in the order of their upload. */
export const demoAlbums: readonly DemoAlbum[] = [...albumsUntil2017, ...albumsFrom2018, ...albumsFrom2022]
