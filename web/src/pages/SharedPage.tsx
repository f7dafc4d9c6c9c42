import { SEARCH_MAX_LENGTH } from '@tonarchiv/contract/search'
import { Navigate, useSearchParams } from 'react-router'
import { searchPath } from '#features/search/index.ts'
import { pathOfShared } from './shared-text.ts'

/**
 * `/share`: handles what another app shares with the installed app: a link into the archive, or a text to search for.
 */
export function SharedPage() {
  const [address] = useSearchParams()
  const shared = ['url', 'text', 'title'].map((name) => address.get(name) ?? '')
  const path = pathOfShared(shared, location.origin, (text) =>
    searchPath(text.slice(0, SEARCH_MAX_LENGTH), 'songs'),
  )
  return <Navigate to={path} replace />
}
