import History from 'lucide-react/icons/history'
import MicVocal from 'lucide-react/icons/mic-vocal'
import type { Command } from './local-rows.ts'
import type { RecentRow } from './recent-searches.ts'
import { EMPTY_QUERY } from './search-machine.ts'
import type { Results, Row } from './results.ts'

/** The rows that are listed before anything is typed: recent searches and some commands. */
export function idleResults(
  recent: readonly RecentRow[],
  commands: readonly Command[],
  onClear: () => void,
): Results {
  const offered = commands.flatMap(({ isOffered, ...row }) =>
    isOffered === true ? { ...row, below: undefined } : [],
  )
  const clear = { label: 'Leeren', opening: { kind: 'command', run: onClear, staysOpen: true } } as const
  return {
    query: EMPTY_QUERY,
    corrected: undefined,
    terms: [],
    sections: [
      ...(recent.length === 0
        ? []
        : [{ id: 'recent', label: 'Zuletzt gesucht', rows: recent.map(rowOf), action: clear } as const]),
      ...(offered.length === 0 ? [] : [{ id: 'pages', label: 'Befehle', rows: offered } as const]),
    ],
  }
}

function rowOf(recent: RecentRow): Row {
  const Icon = recent.opening.kind === 'text' ? History : MicVocal
  return { ...recent, picture: recent.picture ?? { kind: 'icon', Icon } }
}
