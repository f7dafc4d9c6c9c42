/** A member as a hit of the search. */
export const okan = { id: 'okan', username: 'okan_s', displayName: 'Okan S.', photoURL: null }

/** One hit for each group whose hits open a page, with the path of that page. */
export const HITS_WITH_PAGES = [
  {
    group: 'albums',
    hit: {
      albumId: 'sued',
      albumTitel: 'Nordlicht Süd',
      albumCover: 'unknown',
      releaseJahr: 2024,
      type: 'album',
      isExclusive: false,
      artist: null,
      trackCount: 7,
    },
    path: '/archive?album=Nordlicht+S%C3%BCd',
  },
  { group: 'artists', hit: { id: 'ada/1', name: 'Ada' }, path: '/artists/ada%2F1' },
  {
    group: 'playlists',
    hit: { id: 'p1', title: 'Nachtfahrten', owner: okan, entryCount: 3, covers: [] },
    path: '/playlists/p1',
  },
  {
    group: 'videos',
    hit: { id: 'v1', title: 'Proben', upload_date: '2025-05-12', duration: 61, thumbnailUrl: null },
    path: '/videos?video=v1',
  },
] as const
