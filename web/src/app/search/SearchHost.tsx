import type { User } from '@tonarchiv/contract/users'
import { useCallback, useState } from 'react'
import { NewPlaylist } from '#features/playlists/index.ts'
import { SearchDialog } from '#features/search/index.ts'
import { useCommands } from './use-commands.ts'

/** Renders the search dialog, and the dialogs that commands of the search open. */
export function SearchHost({ user }: { user: User }) {
  const [created, setCreated] = useState(0)
  const [isNewOpen, setIsNewOpen] = useState(false)
  const commands = useCommands(
    user,
    useCallback(() => {
      setCreated((count) => count + 1)
      setIsNewOpen(true)
    }, []),
  )
  return (
    <>
      <SearchDialog user={user} commands={commands} />
      {created > 0 && <NewPlaylist key={created} open={isNewOpen} onClose={() => setIsNewOpen(false)} />}
    </>
  )
}
