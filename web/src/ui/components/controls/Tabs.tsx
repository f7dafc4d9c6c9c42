import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { rovingIndex } from '../../keys/roving-keys.ts'
import above from './Tabs.module.css'
import beside from './TabsBeside.module.css'

interface TabsProps<T> {
  label: string
  /** Language of the labels, if it is not the page's. */
  lang?: string
  value: T
  tabs: readonly { value: T; label: string; icon?: ReactNode }[]
  /** The tabs are beside their panel if there is room. */
  isBeside?: boolean
  onChange: (value: T) => void
  /** The content of the selected tab. */
  children: ReactNode
}

/**
 * A row of tabs above their panel, or a column beside it. Arrow keys move and select; a narrow screen scrolls
 * sideways.
 */
export function Tabs<T extends string>({
  label,
  lang,
  value,
  tabs,
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
    // Rotating a phone changes the width of the row.
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
          </button>
        ))}
      </div>
      <div className={styles['panel']} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}
