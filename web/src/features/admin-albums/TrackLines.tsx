import type { Album, AlbumTrack } from '@tonarchiv/contract/archive'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { problemOfAudio } from '#features/archive/index.ts'
import { classNames } from '#ui/class-names.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { PHONE, useMediaQuery } from '#ui/media-query.ts'
import { ADMIN_TOAST, showToast } from '#ui/toast.ts'
import { useReorderList } from '#ui/use-reorder-list.ts'
import { yieldOf } from '#ui/use-reorder.ts'
import { useChangeTracks, useDeleteTrack, useFillTrack } from './api.ts'
import { moved, withTitle } from './lines.ts'
import { RenameTrack } from './RenameTrack.tsx'
import { TrackLine } from './TrackLine.tsx'
import styles from './TrackManagement.module.css'
import { useTop } from './use-top.ts'

/** Heights of a row, rem. */
const ROW = { desk: 2.5, phone: 2.75 }
const AUDIO = '.mp3,.m4a,.wav,.flac,.ogg,.opus,audio/*'

/** The tracks of an open album, of which only those near the window are in the document. */
export function TrackLines({ album }: { album: Album }) {
  const { tracks } = album
  const list = useRef<HTMLOListElement>(null)
  const top = useTop(list)
  const input = useRef<HTMLInputElement>(null)
  const isPhone = useMediaQuery(PHONE)
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const rowHeight = (isPhone ? ROW.phone : ROW.desk) * rem
  const [focusedId, setFocusedId] = useState<string>()
  const [renamed, setRenamed] = useState<AlbumTrack>()
  const [doomed, setDoomed] = useState<AlbumTrack>()
  const [filled, setFilled] = useState<AlbumTrack>()
  const [sent, setSent] = useState<{ id: string; share: number }>()
  const change = useChangeTracks(album)
  const remove = useDeleteTrack(album.albumId)
  const fill = useFillTrack()
  const ids = tracks.map(({ id }) => id)

  const { lifted, droppedId, isDragged, spoken, grip } = useReorderList({
    ids,
    nameOf: (index) => tracks[index]?.title ?? '',
    rowHeight,
    onReveal: (index) => virtualizer.scrollToIndex(index),
    onDrop: (from, to) => change.mutate({ before: tracks, after: moved(tracks, from, to) }),
  })
  const pinned = [focusedId === undefined ? -1 : ids.indexOf(focusedId), lifted?.from ?? -1]
  // What it returns is used here and nowhere memoized, which is what the rule is about.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: tracks.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    scrollMargin: top,
    overscan: 3,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...pinned])]
        .filter((index) => index >= 0 && index < range.count)
        .toSorted((a, b) => a - b),
  })

  const send = (track: AlbumTrack, file: File) => {
    const problem = problemOfAudio(file)
    if (problem !== undefined) {
      showToast(problem, { kind: 'error', duration: ADMIN_TOAST })
      return
    }
    setSent({ id: track.id, share: 0 })
    fill.mutate(
      {
        id: track.id,
        file,
        onProgress: ({ sentBytes, totalBytes }) =>
          setSent({ id: track.id, share: totalBytes > 0 ? sentBytes / totalBytes : 0 }),
      },
      { onSettled: () => setSent(undefined) },
    )
  }

  if (tracks.length === 0) return <p className={styles.none}>No tracks found</p>
  return (
    <div
      onFocus={({ target }) => setFocusedId(target.closest<HTMLElement>('[data-track]')?.dataset['track'])}
      onBlur={() => setFocusedId(undefined)}
    >
      <p className="sr" aria-live="assertive">
        {spoken}
      </p>
      <ol
        ref={list}
        aria-label={`Tracks von ${album.albumTitel}`}
        className={classNames(
          styles.tracks,
          lifted && styles.moving,
          droppedId !== undefined && styles.settling,
        )}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const track = tracks[index]
          if (!track) return null
          const isLifted = lifted?.from === index
          const shift = lifted ? (isLifted ? lifted.offset : yieldOf(index, lifted, rowHeight)) : 0
          return (
            <TrackLine
              key={track.id}
              track={track}
              index={index}
              count={tracks.length}
              sent={sent?.id === track.id ? sent.share : undefined}
              className={classNames(
                isLifted && styles.lifted,
                isLifted && isDragged && styles.dragged,
                droppedId === track.id && styles.dropped,
              )}
              style={{ height: rowHeight, translate: `0 ${start - top + shift}px` }}
              grip={grip(index)}
              onRename={() => setRenamed(track)}
              onFill={() => {
                setFilled(track)
                input.current?.click()
              }}
              onDelete={() => setDoomed(track)}
            />
          )
        })}
        {lifted && (
          <li
            aria-hidden
            className={styles.slot}
            style={{ height: rowHeight, translate: `0 ${lifted.to * rowHeight}px` }}
          />
        )}
      </ol>
      <input
        ref={input}
        type="file"
        hidden
        accept={AUDIO}
        aria-label={`Audiodatei für ${filled?.title ?? 'den Track'}`}
        onChange={({ currentTarget }) => {
          const [file] = Array.from(currentTarget.files ?? [])
          currentTarget.value = ''
          if (file && filled) send(filled, file)
        }}
      />
      <RenameTrack
        track={renamed}
        isBusy={change.isPending}
        onClose={() => setRenamed(undefined)}
        onRename={(title) =>
          change.mutate(
            {
              before: tracks,
              after: withTitle(tracks, renamed?.id, title),
            },
            { onSettled: () => setRenamed(undefined) },
          )
        }
      />
      <ConfirmDialog
        open={doomed !== undefined}
        title="Track löschen?"
        confirm="Löschen"
        busy={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed, { onSettled: () => setDoomed(undefined) })}
        onCancel={() => setDoomed(undefined)}
      >
        „{doomed?.title}“ wird mit seiner Datei gelöscht. Das lässt sich nicht rückgängig machen.
      </ConfirmDialog>
    </div>
  )
}
