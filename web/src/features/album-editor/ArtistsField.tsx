import { ALBUM_ARTISTS_MAX, ARTIST_NAME_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TokensField } from '#ui/components/fields/TokensField.tsx'
import { artistsQuery } from './api.ts'

interface ArtistsFieldProps {
  label: string
  labelHidden?: boolean
  values: readonly string[]
  error?: string | undefined
  disabled: boolean
  onChange: (values: string[]) => void
}

/** A field for several artist names, which suggests artists of the archive. */
export function ArtistsField(props: ArtistsFieldProps) {
  const [typed, setTyped] = useState('')
  const { data = [] } = useQuery(artistsQuery(typed))
  return (
    <TokensField
      {...props}
      placeholder="Name"
      max={ALBUM_ARTISTS_MAX}
      maxLength={ARTIST_NAME_MAX_LENGTH}
      suggestions={typed === '' ? [] : data}
      onType={setTyped}
      marksNew
    />
  )
}
