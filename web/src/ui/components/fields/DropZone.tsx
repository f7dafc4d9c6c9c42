import { useState, type DragEvent, type ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { filesBelow, foldersIn } from '../../dom/dropped-folders.ts'
import styles from './DropZone.module.css'

interface DropZoneProps {
  /** The accessible name of the input. */
  label: string
  /** The `accept` attribute of the input: file extensions and media types. */
  accept: string
  multiple?: boolean
  disabled?: boolean
  /** The id of the element with the error text. */
  describedBy?: string | undefined
  className?: string | undefined
  onFiles: (files: File[]) => void
  /** Called with the files of the dropped folders, sorted by name; without it, folders are ignored. */
  onFolder?: ((files: File[]) => void) | undefined
  children: ReactNode
}

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/**
 * An area on which files can be dropped. The file input covers the whole area, so that a press opens the file dialog.
 */
export function DropZone({
  label,
  accept,
  multiple = false,
  disabled = false,
  describedBy,
  className,
  onFiles,
  onFolder,
  children,
}: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => {
    const chosen = Array.from(files ?? [])
    if (chosen.length > 0) onFiles(multiple ? chosen : chosen.slice(0, 1))
  }
  return (
    <div className={classNames(styles.zone, isOver && styles.over, className)}>
      <input
        type="file"
        className={styles.input}
        aria-label={label}
        aria-describedby={describedBy}
        {...{ accept, multiple, disabled }}
        onDragOver={(event) => {
          if (!carriesFiles(event)) return
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          if (!carriesFiles(event)) return
          event.preventDefault()
          setIsOver(false)
          const folders = onFolder === undefined ? [] : foldersIn(event.dataTransfer)
          if (folders.length > 0) void filesBelow(folders).then(onFolder)
          else take(event.dataTransfer.files)
        }}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Cleared, so that the same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      {children}
    </div>
  )
}
