import type { PlayState } from '@tonarchiv/contract/play-state'

/** A playable song of a saved play state. */
export function aSong(title: string): PlayState['list'][number] {
  return {
    id: title,
    title,
    artist: 'Ada',
    album: 'Nordkurve',
    file: `${title}.mp3`,
    coverUrl: '/default-album.jpg',
    duration: 60,
    exclusive: false,
  }
}

/** A saved play state, for tests. */
export function aPlayState(more: Partial<PlayState> = {}): PlayState {
  return {
    order: null,
    position: 0,
    source: null,
    repeat: 'off',
    shuffled: false,
    position_seconds: 10,
    list: [aSong('Anpfiff'), aSong('Abpfiff')],
    queued: [],
    in_between: null,
    is_current_gone: false,
    dropped: 0,
    device: 'Firefox auf Linux',
    saved_at: '2026-11-01T12:00:00.000Z',
    ...more,
  }
}
