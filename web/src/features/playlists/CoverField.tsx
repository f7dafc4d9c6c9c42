import type { Playlist } from '@tonarchiv/contract/playlists'
import ImageUp from 'lucide-react/icons/image-up'
import { useState } from 'react'
import { problemOfCover } from '#features/catalog/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { ImagePreview } from '#ui/components/fields/ImagePreview.tsx'
import { chooseFile } from '#ui/dom/choose-file.ts'
import styles from './CoverField.module.css'
import { Mosaic } from './Mosaic.tsx'

/** A newly chosen image; null removes the present image, undefined leaves it unchanged. */
export type ChosenCover = File | null | undefined

interface CoverFieldProps {
  playlist: Playlist
  cover: ChosenCover
  /** The error text of the server; undefined for none. */
  error: string | undefined
  onChange: (cover: ChosenCover) => void
}

/** Width of the image in CSS pixels. */
const SIZE = 96

/** A field in which the image of a playlist is chosen or removed. */
export function CoverField({ playlist, cover, error, onChange }: CoverFieldProps) {
  const [problem, setProblem] = useState<string>()
  const hasOwn = cover === undefined ? playlist.hasOwnCover : cover !== null
  const choose = async () => {
    const chosen = await chooseFile('image/jpeg,image/png,image/webp,image/gif')
    if (chosen === undefined) return
    const found = problemOfCover(chosen)
    setProblem(found)
    if (found === undefined) onChange(chosen)
  }
  const shown = problem ?? error
  return (
    <div className={styles.field}>
      {cover ? (
        <ImagePreview file={cover} className={styles.image} />
      ) : (
        <Mosaic
          covers={cover === null && playlist.hasOwnCover ? [] : playlist.covers}
          size={SIZE}
          className={styles.image}
        />
      )}
      <div className={styles.buttons}>
        <Button small onClick={() => void choose()}>
          <ImageUp className="icon icon-small" aria-hidden />
          {hasOwn ? 'Bild ersetzen' : 'Eigenes Bild'}
        </Button>
        {hasOwn && (
          <Button
            small
            kind="ghost"
            onClick={() => {
              setProblem(undefined)
              onChange(playlist.hasOwnCover ? null : undefined)
            }}
          >
            Bild entfernen
          </Button>
        )}
      </div>
      {shown !== undefined && <FieldError>{shown}</FieldError>}
    </div>
  )
}
