import { CARDS_MAX, resolveCards, type Card, type CardContent } from '@tonarchiv/contract/cards'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'

/** Prefix of the keys of all queries for cards. */
const CARDS = 'cards'
/** Milliseconds for which a card is fresh; a change of the archive makes it stale earlier. */
const CARDS_FRESH = 5 * 60_000

interface Waiting {
  card: Card
  resolve: (content: CardContent) => void
  reject: (failure: unknown) => void
}

/** Resolves cards. Cards that are requested in the same task share calls of at most `CARDS_MAX` cards. */
export function createCardLoader(read: (cards: readonly Card[]) => Promise<readonly CardContent[]>) {
  let waiting: Waiting[] = []

  async function load(batch: readonly Waiting[]): Promise<void> {
    try {
      const contents = await read(batch.map(({ card }) => card))
      batch.forEach(({ resolve, reject }, index) => {
        const content = contents[index]
        if (content) resolve(content)
        else reject(new Error('The answer has too few cards'))
      })
    } catch (failure) {
      for (const { reject } of batch) reject(failure)
    }
  }

  function loadAll(): void {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += CARDS_MAX) void load(all.slice(from, from + CARDS_MAX))
  }

  return (card: Card): Promise<CardContent> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(loadAll)
      waiting.push({ card, resolve, reject })
    })
}

const loadCard = createCardLoader(async (cards) => {
  const answer = await call(resolveCards, { body: { cards: [...cards] } })
  return answer.cards
})

/** A moment has the same content as its track. `isOpen` is in the key, because archive access changes the content. */
function cardQuery({ kind, id }: Card, isOpen: boolean) {
  const shown: Card = { kind: kind === 'moment' ? 'track' : kind, id }
  return queryOptions({
    queryKey: [CARDS, isOpen, shown.kind, id],
    queryFn: async () => loadCard(shown),
    staleTime: CARDS_FRESH,
  })
}

/** The title of the album, the video or the premiere of a card, if the member may see it. */
export function useCardTitle(card: Card): string | undefined {
  const { data } = useCard(card)
  return data?.album?.title ?? data?.video?.title ?? data?.premiere?.title
}

/** What the member sees of a card. */
export function useCard(card: Card) {
  const user = useUser()
  return useQuery(cardQuery(card, user !== undefined && hasAccess(user)))
}
