import type { Card } from '@tonarchiv/contract/cards'
import { AlbumCard } from './card/AlbumCard.tsx'
import { FailedCard, GoneCard, HiddenCard, LockedCard, WaitingCard } from './card/CardNotice.tsx'
import { PlaylistCard } from './card/PlaylistCard.tsx'
import { PremiereCard } from './card/PremiereCard.tsx'
import { TrackCard } from './card/TrackCard.tsx'
import { VideoCard } from './card/VideoCard.tsx'
import { useCard } from './load-cards.ts'

/** The card of a message as the member may see it. */
export function MessageCard({ card }: { card: Card }) {
  const { data, isError, refetch } = useCard(card)
  if (data === undefined)
    return isError ? <FailedCard onRetry={() => void refetch()} /> : <WaitingCard kind={card.kind} />
  const { state, track, album, playlist, video, premiere, peaks } = data
  if (state === 'locked') return <LockedCard card={card} />
  if (state === 'hidden') return <HiddenCard />
  if (track) return <TrackCard {...{ card, track, peaks }} />
  if (album) return <AlbumCard album={album} />
  if (playlist) return <PlaylistCard playlist={playlist} />
  if (video) return <VideoCard video={video} />
  if (premiere) return <PremiereCard premiere={premiere} />
  return <GoneCard card={card} />
}
