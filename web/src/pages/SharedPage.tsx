import { SEARCH_MAX_LENGTH } from '@tonarchiv/contract/search'
import { Navigate, useSearchParams } from 'react-router'
import { searchPath } from '#features/search/index.ts'
import { pathOfShared } from './shared-text.ts'

/**
 * The page `/share`, which opens when another app shares something with the installed app. A link into the archive is
 * opened; any other text is searched.
 */
export function SharedPage() {
  const [address] = useSearchParams()
  const shared = ['url', 'text', 'title'].map((name) => address.get(name) ?? '')
  const path = pathOfShared(shared, location.origin, (text) =>
    searchPath(text.slice(0, SEARCH_MAX_LENGTH), 'songs'),
  )
  return <Navigate to={path} replace />
}
