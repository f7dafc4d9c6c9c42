import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { rovingIndex } from './roving-keys.ts'
import styles from './SideTabs.module.css'

interface SideTabsProps<T> {
  label: string
  value: T
  tabs: readonly { value: T; label: string; icon: ReactNode }[]
  onChange: (value: T) => void
  /** What the selected tab shows. */
  children: ReactNode
}

/** Tabs beside their panel, on a narrow screen above it. Arrow keys move and select. */
export function SideTabs<T extends string>({ label, value, tabs, onChange, children }: SideTabsProps<T>) {
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
    <div className={styles.layout}>
      <div className={styles.tabs} role="tablist" aria-label={label} ref={list}>
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
            {tab.icon}
            {tab.label}
          </button>
        ))}
      </div>
      <div className={styles.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}
