import { shownTitle } from '@tonarchiv/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Upload from 'lucide-react/icons/upload'
import { useEffect, useState } from 'react'
import { probeLengths, problemOfAudio } from '#features/catalog/index.ts'
import { formatNumber } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { chooseFile } from '#ui/dom/choose-file.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { type TrackEdit, withTrack } from './album-edit.ts'
import styles from './AlbumEditor.module.css'
import { trackUseQuery } from './api.ts'
import { ChangedField } from './ChangedField.tsx'
import { storedFileOf, textOfChosen, textOfFile } from './stored-file.ts'
import type { AlbumForm } from './use-album-edit.ts'

const AUDIO = '.mp3,.m4a,.wav,.flac,.ogg,.opus,audio/*'

/** Lets an admin replace the file of a track. Plays, favorites and links of the track stay. */
export function FileField({ form, track: { id, title, file } }: { form: AlbumForm; track: TrackEdit }) {
  const stored = storedFileOf(form.stored, id)
  const { data: use } = useQuery(trackUseQuery(id))
  const [problem, setProblem] = useState<string>()
  const before = stored === undefined ? 'Fehlt' : textOfFile(stored)
  const choose = async () => {
    const chosen = await chooseFile(AUDIO)
    if (chosen === undefined) return
    const found = problemOfAudio(chosen)
    setProblem(found)
    if (found === undefined) form.setEdit((edit) => withTrack(edit, id, { file: chosen }))
  }
  return (
    <ChangedField form={form} field={`file ${id}`} note={use && <span>{keptText(use)}</span>}>
      <p className={styles.label}>Datei</p>
      <p className={classNames(styles.file, file && styles.both)}>
        {file ? (
          <>
            <span>
              <span className={styles.about}>Vorher</span>
              {stored === undefined ? <span>{before}</span> : <del>{before}</del>}
            </span>
            <ArrowRight className="icon" aria-hidden />
            <Chosen file={file} />
          </>
        ) : (
          <span>{before}</span>
        )}
      </p>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
      <Button
        small
        disabled={form.isSaving}
        aria-label={`Datei von ${shownTitle(title)} ${stored ? 'ersetzen' : 'hochladen'}`}
        onClick={() => void choose()}
      >
        <Upload className="icon icon-small" aria-hidden />
        {stored ? 'Datei ersetzen' : 'Datei hochladen'}
      </Button>
    </ChangedField>
  )
}

/** The name, format and length of the chosen file. */
function Chosen({ file }: { file: File }) {
  const [probed, setProbed] = useState<{ file: File; seconds: number }>()
  useEffect(() => {
    void probeLengths([file], (_file, seconds) => setProbed({ file, seconds }))
  }, [file])
  return (
    <span>
      <span className={styles.about}>Nachher</span>
      <ins>{file.name}</ins>
      <span className={styles.about}>{textOfChosen(file, probed?.file === file ? probed.seconds : 0)}</span>
    </span>
  )
}

/** For example `312 Streams, 9 Favoriten und alle Links bleiben.` */
function keptText({ plays, favorites }: { plays: number; favorites: number }): string {
  const streams = `${formatNumber(plays)} ${plays === 1 ? 'Stream' : 'Streams'}`
  return `${streams}, ${formatNumber(favorites)} ${favorites === 1 ? 'Favorit' : 'Favoriten'} und alle Links bleiben.`
}
