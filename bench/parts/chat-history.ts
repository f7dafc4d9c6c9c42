import { listMessages } from '@tonarchiv/contract/chat'
import { searchMessages } from '@tonarchiv/contract/message-search'
import { urlOf } from '@tonarchiv/contract/route'
import { idAt } from '../../server/src/platform/ids.ts'
import type { ChatHistory } from '../archive/chat-history.ts'
import { createRandom, type Random } from '../archive/random.ts'
import { type CallTarget, measureCallsOnce } from '../load/calls.ts'
import { getRequest } from '../load/connection.ts'
import type { Goal } from '../report/goal.ts'
import { figure } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import type { RunningServer } from '../servers/running-server.ts'

const PAGES = 4000
const SEARCHES = 640
const P99_MS = 30

type Query = Record<string, string | number>

/** Pages of a long history: further up, from a date on, what a browser has missed, and searches in it. */
export async function measureHistory(
  product: RunningServer,
  tokens: readonly string[],
  history: ChatHistory,
): Promise<{ table: Table; goals: Goal[] }> {
  const target = (urls: readonly string[]): CallTarget => ({
    pid: product.pid,
    port: product.port,
    requests: urls.map((url, number) =>
      getRequest(url, { authorization: `Bearer ${tokens[number % tokens.length] ?? ''}` }),
    ),
  })
  const cases = [...pagesOf(history), ...searchesOf(history)].map(({ name, urls, isGoal }) => ({
    name,
    isGoal,
    target: target(urls),
  }))
  // The first search reads the words of all messages.
  await fetch(`http://127.0.0.1:${product.port}${urlOf(searchMessages, { query: { q: 'nichts' } })}`, {
    headers: { authorization: `Bearer ${tokens[0] ?? ''}` },
  })
  const figures = await measureCallsOnce(cases.map((each) => each.target))
  const count = history.count.toLocaleString('en')
  return {
    table: {
      heading: `Chat: ${count} messages in the room, one in ten a reply, one in five with reactions`,
      columns: ['What', 'p50, ms', 'p99, ms', 'per second', 'CPU ms'],
      rows: cases.map(({ name }, index) => {
        const { p50Ms, p99Ms, perSecond, cpuMs } = figures[index] ?? {}
        return [name, ...[p50Ms, p99Ms, perSecond, cpuMs].map(figure)]
      }),
    },
    goals: cases.flatMap(({ name, isGoal }, index) =>
      isGoal
        ? {
            name: `chat of ${count} messages, ${name}: p99 at 8 callers`,
            value: figures[index]?.p99Ms,
            unit: 'ms',
            kind: 'atMost',
            goal: P99_MS,
          }
        : [],
    ),
  }
}

interface Case {
  name: string
  urls: string[]
  isGoal: boolean
}

function pagesOf({ lastId, from, until, count }: ChatHistory): Case[] {
  const pages = (queryOf: (number: number) => Query) =>
    Array.from({ length: PAGES }, (_, number) =>
      urlOf(listMessages, { query: { limit: 50, ...queryOf(number) } }),
    )
  // Each request has its own time, so that no page is answered from the cache.
  const timeOf = (number: number) => Math.floor(from + ((until - from) * ((number * 7919) % PAGES)) / PAGES)
  return [
    {
      name: 'a page of older messages',
      urls: pages((number) => ({ before: idAt(timeOf(number) + 1) })),
      isGoal: true,
    },
    { name: 'a jump to a date', urls: pages((number) => ({ after: idAt(timeOf(number)) })), isGoal: true },
    {
      name: 'what was missed since the last 1,000 changes',
      urls: pages((number) => ({ after: lastId, revision: count - 1 - (number % 1000) })),
      isGoal: false,
    },
  ]
}

/** Searches of each kind; the last case consists of some of each kind in turn. */
function searchesOf({ words, authorIds }: ChatHistory): Case[] {
  const random = createRandom(29)
  const word = () => wordOf(words, random)
  const part = () => word().slice(1, 4 + random.below(3))
  const by = () => random.oneOf(authorIds)
  const ways: Record<string, () => Query> = {
    'first letters': () => ({ q: word().slice(0, 2 + random.below(3)) }),
    'a word': () => ({ q: word() }),
    'part of a word': () => ({ q: part() }),
    'two words': () => ({ q: `${word()} ${word()}` }),
    'part of a word by a member': () => ({ q: part(), by: by() }),
    'part of a word with an image': () => ({ q: part(), has: 'image' }),
    'part of a word with a moment': () => ({ q: part(), has: 'moment' }),
    'messages of a member': () => ({ by: by() }),
    'voice messages of a member': () => ({ by: by(), has: 'voice' }),
    'stands nowhere': () => ({ q: `${word().slice(0, 3)}qx${part()}` }),
  }
  const makes = Object.values(ways)
  const urls = (choices: readonly (() => Query)[]) =>
    Array.from({ length: SEARCHES }, (_, number) =>
      urlOf(searchMessages, { query: choices[number % choices.length]?.() ?? {} }),
    )
  const kinds = Object.entries(ways).map(([name, make]) => ({
    name: `search: ${name}`,
    urls: urls([make]),
    isGoal: false,
  }))
  const inside = kinds.find(({ name }) => name.endsWith('part of a word'))
  if (inside !== undefined) inside.isGoal = true
  return [...kinds, { name: 'search: all kinds', urls: urls(makes), isGoal: true }]
}

/** A word with at least four letters, frequent ones more often, as members enter them. */
function wordOf(words: readonly string[], random: Random): string {
  for (;;) {
    const word = random.oneOf(words)
    if (word.length >= 4) return word
  }
}
