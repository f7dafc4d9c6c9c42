import type { Album } from '@tonarchiv/contract/catalog'
import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useIsConnectionLost } from '#client/connection.ts'
import { copiesView } from '#client/copies-view.ts'
import { SearchField } from '#features/catalog/index.ts'
import { formatNumber } from '#format.ts'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import styles from './archive-on-device.module.css'

const CHOICES = [
  { value: 'here', label: 'Auf diesem Gerät' },
  { value: 'all', label: 'Alle' },
] as const

/** Which albums can be played from this device without a connection; undefined while there is a connection. */
export function useOnDevice(albums: readonly Album[] | undefined, total: number | undefined) {
  const isLost = useIsConnectionLost()
  const files = useStore(copiesView, (view) => view.files)
  const [isAll, setAll] = useState(true)
  return useMemo(() => {
    if (!isLost) return undefined
    const here = (albums ?? []).filter((album) => isHere(album, files))
    const count = here.length
    const known = total ?? albums?.length ?? 0
    const text = `${albumCount(known)}, ${formatNumber(count)} davon auf diesem Gerät`
    return { isAll, setAll, count, text: albums ? text : '', albums: isAll ? albums : here }
  }, [isLost, albums, files, isAll, total])
}

function isHere({ tracks }: Album, files: ReturnType<typeof copiesView.getState>['files']): boolean {
  return tracks.some(({ file }) => file !== undefined && files.get(file)?.state === 'ready')
}

const albumCount = (count: number) => (count === 1 ? '1 Album' : `${formatNumber(count)} Alben`)

export function DeviceCounter({ count }: { count: number }) {
  return (
    <p className={styles.counter}>
      <b>{formatNumber(count)}</b> {count === 1 ? 'Album' : 'Alben'} auf diesem Gerät
    </p>
  )
}

interface DeviceFilterBarProps {
  search: string
  device: NonNullable<ReturnType<typeof useOnDevice>>
  onChange: (change: { search: string }) => void
}

/**
 * The search field that replaces the filters of the archive while there is no connection. It searches the albums that
 * are stored on this device.
 */
export function DeviceFilterBar({ search, device, onChange }: DeviceFilterBarProps) {
  const changeSearch = useCallback((text: string) => onChange({ search: text }), [onChange])
  return (
    <search className={styles.filters}>
      <div className={styles.search}>
        <SearchField value={search} label="Auf diesem Gerät suchen" onChange={changeSearch} />
      </div>
      <ToggleGroup
        label="Zeigen"
        options={CHOICES}
        value={device.isAll ? 'all' : 'here'}
        onChange={(choice) => device.setAll(choice === 'all')}
      />
    </search>
  )
}
