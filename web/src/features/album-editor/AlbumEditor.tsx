import type { EditableAlbum } from '@tonarchiv/contract/archive-editing'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ImageUp from 'lucide-react/icons/image-up'
import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { AddTracksDialog } from '#features/admin-albums/index.ts'
import { albumPath, problemOfCover } from '#features/catalog/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { ImagePreview } from '#ui/components/fields/ImagePreview.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { chooseFile } from '#ui/dom/choose-file.ts'
import { useKeptFocus } from '#ui/hooks/use-kept-focus.ts'
import { useLeaveGuard } from '#ui/hooks/use-leave-guard.ts'
import styles from './AlbumEditor.module.css'
import { AlbumFields } from './AlbumFields.tsx'
import { ChangedField, shortened } from './ChangedField.tsx'
import { ChangesCard, changesText } from './ChangesCard.tsx'
import { CreditsFields, NotesField } from './NotesFields.tsx'
import { TrackFields } from './TrackFields.tsx'
import { useAlbumEdit, type AlbumForm, type ForeignSave } from './use-album-edit.ts'

interface AlbumEditorProps {
  /** The album's id or title, as the URL names it. */
  name: string
  /** The album as it was last read from the server. */
  latest: EditableAlbum
  /** The id of the track that is open at first; undefined for none. */
  trackId: string | undefined
  /** The id of the admin who edits the album. */
  ownerId: string
  navigate: (path: string) => void
}

/** The form in which an admin edits all data of an album. */
export function AlbumEditor({ name, latest, trackId, ownerId, navigate }: AlbumEditorProps) {
  const form = useAlbumEdit(latest, name)
  const { stored, changes, foreign, problems, isSaving } = form
  const edited = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const isTyping = useTyping(edited)
  useKeptFocus(area, { fallback: changesCard, isWaiting: isSaving })
  const [isAdding, setIsAdding] = useState(false)
  const { pending, stay } = useLeaveGuard(changes.length > 0 || isTyping, navigate)
  return (
    <>
      <header className={styles.top}>
        <Link to={albumPath(stored.album)} className={buttonClass({ kind: 'ghost', small: true })}>
          <ArrowLeft className="icon icon-small" aria-hidden />
          Zurück zum Album
        </Link>
        <h1>Album bearbeiten</h1>
      </header>
      <div ref={area}>
        {foreign && (
          <Notice kind="warning" className={styles.notice} onClose={form.dismissForeign}>
            {foreignText(foreign)}
          </Notice>
        )}
        {problems['form'] !== undefined && (
          <Notice kind="danger" className={styles.notice}>
            {problems['form']}
          </Notice>
        )}
        <form
          ref={edited}
          className={styles.editor}
          noValidate
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault()
            if (changes.length > 0 && !isSaving) void form.save()
          }}
        >
          <CoverField form={form} />
          <div className={styles.main}>
            <AlbumFields form={form} />
            <NotesField form={form} />
            <CreditsFields form={form} />
            <TrackFields form={form} openId={trackId} onAdd={() => setIsAdding(true)} />
          </div>
          <ChangesCard form={form} />
          {changes.length > 0 && (
            <div className={styles.bar}>
              <a
                className={styles.link}
                href="#edit-changes"
                onClick={(event) => {
                  event.preventDefault()
                  const card = changesCard()
                  card?.scrollIntoView({ block: 'center' })
                  card?.focus({ preventScroll: true })
                }}
              >
                {changesText(changes.length)} ansehen
              </a>
              <Button kind="ghost" disabled={isSaving} onClick={form.discard}>
                Verwerfen
              </Button>
              <Button kind="primary" type="submit" busy={isSaving}>
                Speichern
              </Button>
            </div>
          )}
        </form>
      </div>
      <AddTracksDialog
        album={stored.album}
        ownerId={ownerId}
        open={isAdding}
        onClose={() => setIsAdding(false)}
        onAdded={() => void form.readAgain().finally(() => setIsAdding(false))}
      />
      <ConfirmDialog
        open={pending !== undefined}
        title="Änderungen verwerfen?"
        confirm="Verwerfen"
        onConfirm={() => pending?.()}
        onCancel={stay}
      >
        {changesText(changes.length)} {changes.length === 1 ? 'ist' : 'sind'} noch nicht gespeichert.
      </ConfirmDialog>
    </>
  )
}

function changesCard(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#edit-changes')
}

/** Whether a field with several values contains text that was not added as a value yet. Leaving the field adds it. */
function useTyping(form: RefObject<HTMLFormElement | null>): boolean {
  const [isTyping, setIsTyping] = useState(false)
  useEffect(() => {
    const done = new AbortController()
    const { signal } = done
    const look = ({ target }: Event) =>
      setIsTyping(
        target instanceof HTMLInputElement &&
          form.current?.contains(target) === true &&
          target.role === 'combobox' &&
          target.value.trim() !== '',
      )
    // These listeners are on the document, so that they run after the fields' own handlers. An earlier render would
    // restore the previous text.
    for (const name of ['input', 'keyup']) document.addEventListener(name, look, { signal })
    document.addEventListener('focusout', () => setIsTyping(false), { signal })
    return () => done.abort()
  }, [form])
  return isTyping
}

/** For example `Frieda hat gerade gespeichert. Jahr: 2022 → 2023`. */
function foreignText({ by, changes }: ForeignSave): string {
  const texts = changes.map(
    ({ label, before, after }) => `${label}: ${shortened(before) || 'leer'} → ${shortened(after) || 'leer'}`,
  )
  return `${by ?? 'Jemand'} hat gerade gespeichert. ${texts.join(' · ')}`
}

function CoverField({ form }: { form: AlbumForm }) {
  const { edit, stored, setEdit, isSaving } = form
  const [problem, setProblem] = useState<string>()
  const choose = async () => {
    const chosen = await chooseFile('image/jpeg,image/png,image/webp,image/gif')
    if (chosen === undefined) return
    const found = problemOfCover(chosen)
    setProblem(found)
    if (found === undefined) setEdit((now) => ({ ...now, cover: chosen }))
  }
  return (
    <div className={styles.cover}>
      {edit.cover ? (
        <ImagePreview file={edit.cover} className={styles.image} />
      ) : (
        <Cover
          src={imageUrl(stored.album.albumCover)}
          size={192}
          alt={`Hülle von ${stored.album.albumTitel}`}
          className={styles.image}
        />
      )}
      <ChangedField form={form} field="cover" note={<span>Neue Hülle: {edit.cover?.name}</span>}>
        <Button small block disabled={isSaving} onClick={() => void choose()}>
          <ImageUp className="icon icon-small" aria-hidden />
          Hülle ersetzen
        </Button>
      </ChangedField>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
      <Text as="p" size="sm" tone="muted">
        Quadratisch, ab 600 px.
      </Text>
    </div>
  )
}
