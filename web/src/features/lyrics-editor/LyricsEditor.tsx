import type { Album } from '@tonarchiv/contract/catalog'
import { lyricsChanged, type TrackLyrics } from '@tonarchiv/contract/lyrics'
import { fieldsOfLyrics } from '@tonarchiv/contract/lyrics-text'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Upload from 'lucide-react/icons/upload'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { albumPath } from '#features/catalog/index.ts'
import { usePlayer } from '#features/player/index.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'
import { formatTime } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { chooseFile } from '#ui/dom/choose-file.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { useKeptFocus } from '#ui/hooks/use-kept-focus.ts'
import { useLeaveGuard } from '#ui/hooks/use-leave-guard.ts'
import { draftOf, lineAt, type DraftLine } from './draft.ts'
import { LineRows } from './LineRows.tsx'
import { readLrcFile } from './lrc-file.ts'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './LyricsEditor.module.css'
import { TapDeck } from './TapDeck.tsx'
import { LrcView, PlainView } from './TextViews.tsx'
import { useLyricsEdit, type LyricsEdit } from './use-lyrics-edit.ts'
import { useTrackPlayback, type TrackPlayback } from './use-track-playback.ts'

/** Default number of milliseconds between the start of a sung line and the key press that marks it. */
const TAP_OFFSET = 80
const VIEWS = [
  { value: 'lines', label: 'Zeilen' },
  { value: 'text', label: 'Text' },
  { value: 'lrc', label: 'LRC' },
] as const
type View = (typeof VIEWS)[number]['value']

interface LyricsEditorProps {
  album: Album
  track: Track
  /** The stored lyrics; null for a track without lyrics. */
  stored: TrackLyrics | null
  /** The admin. */
  ownerId: string
  readAgain: () => void
  navigate: (path: string) => void
}

/** The page on which an admin edits the lyrics of a track, and sets the times of lines and words during playback. */
export function LyricsEditor({ album, track, stored, ownerId, readAgain, navigate }: LyricsEditorProps) {
  const form = useLyricsEdit({ ownerId, trackId: track.id }, stored, readAgain)
  const playback = useTrackPlayback(album, track.id)
  const [offsetMs, setOffsetMs] = useState(() => getStored('tapOffset') ?? TAP_OFFSET)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { pending, stay } = useLeaveGuard(form.isDirty, navigate)
  const canPlay = isPlayable(track)
  const buttons = <SaveButtons form={form} onDiscard={() => setIsDiscarding(true)} />
  return (
    <>
      <Link
        to={albumPath(album)}
        className={classNames(buttonClass({ kind: 'ghost', small: true }), styles.back)}
      >
        <ArrowLeft className="icon icon-small" aria-hidden />
        Zum Album
      </Link>
      <header className={styles.head}>
        <Cover src={track.coverUrl} size={64} className={styles.cover} />
        <div className={styles.titles}>
          <h1>Songtext</h1>
          <Text as="p" tone="muted" className={styles.about}>
            {track.title} · {track.album} · {formatTime(track.durationSeconds)}
          </Text>
        </div>
        <div className={styles.save}>{buttons}</div>
      </header>
      <div className={styles.editor}>
        <section className={styles.main} aria-label="Songtext">
          <DraftViews {...{ form, track, offsetMs }} playback={canPlay ? playback : undefined} />
          {canPlay && (
            <TapOffset
              offsetMs={offsetMs}
              onChange={(ms) => {
                setOffsetMs(ms)
                setStored('tapOffset', ms === TAP_OFFSET ? undefined : ms)
              }}
            />
          )}
          <div className={styles.phoneSave}>{buttons}</div>
        </section>
        {canPlay && (
          <TapDeck
            track={track}
            playback={playback}
            edit={form.edit}
            offsetMs={offsetMs}
            change={form.change}
          />
        )}
      </div>
      <ConfirmDialog
        open={pending !== undefined || isDiscarding}
        title="Änderungen verwerfen?"
        confirm="Verwerfen"
        onConfirm={() => {
          setIsDiscarding(false)
          if (pending === undefined) return form.discard()
          form.forget()
          return pending()
        }}
        onCancel={() => {
          setIsDiscarding(false)
          stay()
        }}
      >
        Der Songtext von „{track.title}“ ist noch nicht gespeichert.
      </ConfirmDialog>
    </>
  )
}

/** The buttons are enabled even if nothing has changed: after saving, a disabled button would lose the focus. */
function SaveButtons({ form, onDiscard }: { form: LyricsEdit; onDiscard: () => void }) {
  const isIdle = !form.isDirty || form.isSaving
  return (
    <>
      <Button
        kind="ghost"
        aria-disabled={isIdle || undefined}
        onClick={() => {
          if (!isIdle) onDiscard()
        }}
      >
        Verwerfen
      </Button>
      <Button
        kind="inverse"
        busy={form.isSaving}
        aria-disabled={!form.isDirty || undefined}
        onClick={() => {
          if (form.disorder !== undefined) focusTime(form.disorder.index)
          else if (form.isDirty) form.save()
        }}
      >
        Speichern
      </Button>
    </>
  )
}

function focusTime(index: number): void {
  document.querySelectorAll<HTMLElement>('[data-line]')[index]?.querySelector('input')?.focus()
}

interface DraftViewsProps {
  form: LyricsEdit
  track: Track
  playback: TrackPlayback | undefined
  offsetMs: number
}

/** The views in which the draft can be edited, and the errors of the draft. */
function DraftViews({ form, track, playback, offsetMs }: DraftViewsProps) {
  const { edit, disorder, change, problem } = form
  const { lines, fields } = edit
  const [view, setView] = useState<View>('lines')
  const badId = useId()
  const bar = useRef<HTMLDivElement>(null)
  const conflict = useRef<HTMLDivElement>(null)
  useKeptFocus(conflict, { fallback: () => bar.current?.querySelector<HTMLElement>('[aria-pressed="true"]') })
  const current = usePlayer((state) =>
    state.track?.id === track.id ? lineAt(lines, state.positionSeconds * 1000) : -1,
  )
  return (
    <>
      <div ref={bar} className={styles.bar}>
        <ToggleGroup label="Ansicht" value={view} options={VIEWS} shared onChange={setView} />
        <TimedCount lines={lines} />
        <OpenFile form={form} />
      </div>
      <div ref={conflict}>{form.isConflict && <Conflict form={form} />}</div>
      <div role="alert" className={styles.problem}>
        {problem !== undefined && <FieldError>{problem}</FieldError>}
        {disorder && (
          <FieldError id={badId}>
            Zeile {disorder.index + 1} beginnt vor Zeile {disorder.above + 1}. Setze sie neu oder leere ihre
            Zeit.
          </FieldError>
        )}
      </div>
      {view === 'lines' && (
        <LineRows {...{ lines, current, badId, playback, offsetMs, change }} bad={disorder?.index} />
      )}
      {view === 'text' && <PlainView {...{ lines, change }} />}
      {view === 'lrc' && <LrcView {...{ lines, fields, change }} />}
    </>
  )
}

function TimedCount({ lines }: { lines: readonly DraftLine[] }) {
  const timed = lines.filter(({ startMs }) => startMs !== undefined).length
  return (
    <output className={styles.count}>
      {timed} von {lines.length} {lines.length === 1 ? 'Zeile hat' : 'Zeilen haben'} eine Zeit
    </output>
  )
}

function OpenFile({ form: { edit, change, showProblem } }: { form: LyricsEdit }) {
  const openFile = async () => {
    const file = await chooseFile('.lrc,.txt,text/plain')
    if (file === undefined) return
    const read = await readLrcFile(file)
    if ('problem' in read) {
      showProblem(read.problem)
      return
    }
    change(() => ({ lines: draftOf(read.text), fields: fieldsOfLyrics(read.text), taps: [] }))
    showToast(`„${file.name}“ geöffnet`, {
      duration: ADMIN_TOAST,
      action: { label: 'Rückgängig', onPress: () => change(() => edit) },
    })
  }
  return (
    <Button kind="ghost" small className={styles.file} onClick={() => void openFile()}>
      <Upload className="icon icon-small" aria-hidden />
      LRC-Datei öffnen
    </Button>
  )
}

/** Shown if another admin has saved the lyrics while they were being edited. */
function Conflict({ form }: { form: LyricsEdit }) {
  return (
    <Notice
      kind="warning"
      actions={
        <span className={styles.choice}>
          <Button small onClick={form.reload}>
            Neu laden
          </Button>
          <Button small onClick={form.saveAnyway}>
            Trotzdem speichern
          </Button>
        </span>
      }
    >
      {lyricsChanged.text}
    </Notice>
  )
}

/** A field for the milliseconds that are subtracted from the time of a key press. */
function TapOffset({ offsetMs, onChange }: { offsetMs: number; onChange: (ms: number) => void }) {
  return (
    <TextField
      label="Vorlauf beim Tippen, Millisekunden"
      fieldClassName={styles.offset}
      type="number"
      min={0}
      max={500}
      step={10}
      hint="So viel früher als der Druck beginnt die Zeile."
      value={offsetMs}
      onChange={({ currentTarget: { valueAsNumber } }) =>
        onChange(Number.isFinite(valueAsNumber) ? Math.min(500, Math.max(0, Math.round(valueAsNumber))) : 0)
      }
    />
  )
}
