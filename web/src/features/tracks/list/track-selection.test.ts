import { describe, expect, test } from 'vitest'
import { NO_SELECTION, selectRow, type SelectionMode } from './track-selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

describe('rows are selected', () => {
  test.each<[string, [SelectionMode, string][], string]>([
    ['one by one with Ctrl', ['b', 'd'].map((key) => ['toggle', key]), 'bd'],
    ['and taken out with Ctrl', ['b', 'd', 'b'].map((key) => ['toggle', key]), 'd'],
    [
      'from the last pressed one with Shift',
      [
        ['toggle', 'b'],
        ['range', 'd'],
      ],
      'bcd',
    ],
    [
      'upwards, too',
      [
        ['toggle', 'd'],
        ['range', 'b'],
      ],
      'bcd',
    ],
    [
      'from the same row when Shift is pressed again',
      [
        ['toggle', 'c'],
        ['range', 'e'],
        ['range', 'b'],
      ],
      'bc',
    ],
    ['alone with Shift when there is nothing to begin from', [['range', 'c']], 'c'],
    [
      'alone with Shift when the row to begin from is gone',
      [
        ['toggle', 'x'],
        ['range', 'c'],
      ],
      'xc',
    ],
  ])('%s', (_case, presses, selected) => {
    const end = presses.reduce((now, [mode, key]) => selectRow(now, order, key, mode), NO_SELECTION)
    expect([...end.keys].join('')).toBe(selected)
  })
})
