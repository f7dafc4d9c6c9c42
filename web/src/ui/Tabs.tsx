import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { rovingIndex } from './roving-keys.ts'
import styles from './Tabs.module.css'

interface TabsProps<T> {
  label: string
  /** Language of the labels, where it is not the page's. */
  lang?: string
  value: T
  tabs: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  /** What the selected tab shows. */
  children: ReactNode
}

/** A line of tabs over their panel. Arrow keys move and select; a narrow screen scrolls sideways. */
export function Tabs<T extends string>({ label, lang, value, tabs, onChange, children }: TabsProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const selectedIndex = tabs.findIndex((tab) => tab.value === value)

  useEffect(() => {
    const row = list.current
    const selected = row?.querySelectorAll('button')[selectedIndex]
    if (row && selected) row.scrollLeft = selected.offsetLeft - (row.clientWidth - selected.offsetWidth) / 2
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
    <>
      <div className={styles.tabs} role="tablist" aria-label={label} lang={lang} ref={list}>
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            className={styles.tab}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) => move(event, index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
