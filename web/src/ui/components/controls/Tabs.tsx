import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { rovingIndex } from '../../keys/roving-keys.ts'
import above from './Tabs.module.css'
import beside from './TabsBeside.module.css'

interface Tab<T> {
  value: T
  label: string
  /** The language of this label, if it differs from that of the others. */
  lang?: string
  icon?: ReactNode
}

interface TabsProps<T> {
  label: string
  /** The language of the labels, if it differs from that of the page. */
  lang?: string
  value: T
  tabs: readonly Tab<T>[]
  /** Content beside labels, such as a count, by the value of the tab. */
  badges?: Readonly<Record<string, ReactNode>>
  /** Whether the tabs are beside their panel, if there is room for that. */
  isBeside?: boolean
  onChange: (value: T) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

/**
 * Tabs in a row above their panel, or in a column beside it. Arrow keys select another tab. On a narrow screen the row
 * scrolls horizontally.
 */
export function Tabs<T extends string>({
  label,
  lang,
  value,
  tabs,
  badges,
  isBeside = false,
  onChange,
  children,
}: TabsProps<T>) {
  const styles = isBeside ? beside : above
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const selectedIndex = tabs.findIndex((tab) => tab.value === value)

  useEffect(() => {
    const row = list.current
    const selected = row?.querySelectorAll('button')[selectedIndex]
    if (!row || !selected) return undefined
    const bring = () => {
      row.scrollLeft = selected.offsetLeft - (row.clientWidth - selected.offsetWidth) / 2
    }
    bring()
    // Scrolls again when the width of the row changes, for example when a phone is rotated.
    const observer = new ResizeObserver(bring)
    observer.observe(row)
    return () => observer.disconnect()
  }, [selectedIndex])

  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const next = rovingIndex(event.key, index, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[next]?.focus()
    onChange(tab.value)
  }

  return (
    <div className={styles['layout']}>
      <div className={styles['tabs']} role="tablist" aria-label={label} lang={lang} ref={list}>
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            lang={tab.lang}
            className={styles['tab']}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) => move(event, index)}
          >
            {tab.icon}
            {tab.label}
            {badges?.[tab.value]}
          </button>
        ))}
      </div>
      <div className={styles['panel']} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}
