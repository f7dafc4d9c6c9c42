import { shownTitle, type Album, type AlbumTrack } from '@tonarchiv/contract/catalog'
import { useRef, useState, type Ref } from 'react'
import { useNavigate } from 'react-router'
import { editLyricsPath, problemOfAudio } from '#features/catalog/index.ts'
import { tracksOfAlbum } from '#features/tracks/index.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { useChangeTracks, useDeleteTrack, useFillTrack } from './api.ts'
import { DeleteTrackDialog } from './DeleteTrackDialog.tsx'
import { moved, withTitle } from './managed-albums.ts'
import { MovableRows } from './MovableRows.tsx'
import { RenameTrack } from './RenameTrack.tsx'
import { ManagedTrackRow } from './ManagedTrackRow.tsx'
import styles from './TrackManagement.module.css'

/** Height of the row of a track in rem. */
const HEIGHT = { desk: 2.5, phone: 2.75 }
const AUDIO = '.mp3,.m4a,.wav,.flac,.ogg,.opus,audio/*'

/** The tracks of an open album, which can be reordered with their drag handles. */
export function ManagedTrackList({ album }: { album: Album }) {
  const { tracks } = album
  const shown = tracksOfAlbum(album)
  const input = useRef<HTMLInputElement>(null)
  const [renamed, setRenamed] = useState<AlbumTrack>()
  const navigate = useNavigate()
  const [doomed, setDoomed] = useState<AlbumTrack>()
  const [filled, setFilled] = useState<AlbumTrack>()
  const change = useChangeTracks(album)
  const remove = useDeleteTrack(album.albumId)

  if (tracks.length === 0)
    return (
      <Text as="p" tone="muted">
        No tracks found
      </Text>
    )
  return (
    <>
      <MovableRows
        className={styles.tracks}
        label={`Tracks von ${album.albumTitel}`}
        ids={tracks.map(({ id }) => id)}
        nameOf={(index) => shownTitle(tracks[index]?.title ?? '')}
        height={HEIGHT}
        onMove={(from, to) =>
          change.mutate({
            before: tracks,
            after: moved(tracks, from, to),
            problem: 'Failed to reorder tracks',
          })
        }
      >
        {({ index, goTo: _goTo, ref: _ref, ...row }) => {
          const track = tracks[index]
          const shownTrack = shown[index]
          if (!track || !shownTrack) return null
          return (
            <ManagedTrackRow
              key={track.id}
              {...{ ...row, index }}
              track={shownTrack}
              count={tracks.length}
              onRename={() => setRenamed(track)}
              lyricsPath={editLyricsPath(album.albumId, track.id)}
              go={(path) => void navigate(path)}
              onFill={() => {
                setFilled(track)
                input.current?.click()
              }}
              onDelete={() => setDoomed(track)}
            />
          )
        }}
      </MovableRows>
      <TrackFileInput ref={input} track={filled} />
      <RenameTrack
        track={renamed}
        isBusy={change.isPending}
        onClose={() => setRenamed(undefined)}
        onRename={(title) =>
          change.mutate(
            {
              before: tracks,
              after: withTitle(tracks, renamed?.id, title),
              problem: 'Titel konnte nicht geändert werden.',
            },
            { onSuccess: () => setRenamed(undefined) },
          )
        }
      />
      <DeleteTrackDialog
        track={doomed}
        busy={remove.isPending}
        onConfirm={(track) => remove.mutate(track, { onSettled: () => setDoomed(undefined) })}
        onClose={() => setDoomed(undefined)}
      />
    </>
  )
}

interface TrackFileInputProps {
  ref: Ref<HTMLInputElement>
  /** The track for which a file is chosen. */
  track: AlbumTrack | undefined
}

/** The hidden file input that the menu item „Datei hochladen“ opens. */
function TrackFileInput({ ref, track }: TrackFileInputProps) {
  const fill = useFillTrack()
  const send = (id: string, file: File) => {
    const problem = problemOfAudio(file)
    if (problem === undefined) fill.mutate({ id, file })
    else showToast(problem, { kind: 'error', duration: ADMIN_TOAST })
  }
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={AUDIO}
      aria-label={`Audiodatei für ${track ? shownTitle(track.title) : 'den Track'}`}
      onChange={({ currentTarget }) => {
        const [file] = Array.from(currentTarget.files ?? [])
        currentTarget.value = ''
        if (file && track) send(track.id, file)
      }}
    />
  )
}
