import type { Caller } from './caller.ts'

interface Kinds {
  /** The token that a login gave to one device. */
  session: { token: string }
  /** Signed, for media only; it names its session and ends with it. */
  mediaTicket: { ticket: string }
  /** Made by an account for another program. */
  apiKey: { key: string }
}

export type CredentialKind = keyof Kinds
const KINDS = ['session', 'mediaTicket', 'apiKey'] as const satisfies readonly CredentialKind[]

/** What a request shows to say on whose behalf it is sent; with `K` of that kind. */
export type Credential<K extends CredentialKind = CredentialKind> = {
  [P in K]: { kind: P } & Kinds[P]
}[K]

/** What it is shown for: the caller of media may be as of half a second ago. */
interface Shown {
  isMedia: boolean
}

type Resolve<K extends CredentialKind> = (
  credential: Credential<K>,
  shown: Shown,
) => Promise<Caller | undefined>

/** Finds the account behind a credential, by its kind. Nobody is found behind a kind that is missing. */
export type CredentialResolvers = { readonly [K in CredentialKind]?: Resolve<K> }

/** Finds the account that a credential belongs to, with its rights at this moment; undefined when there is none. */
export type FindCaller = (credential: Credential, shown: Shown) => Promise<Caller | undefined>

/** The resolvers of all kinds, to which features add theirs. */
export interface CredentialTable {
  /** @throws Error when a kind has a resolver already */
  add(resolvers: CredentialResolvers): void
  findCaller: FindCaller
}

export function credentialTable(): CredentialTable {
  let table: CredentialResolvers = {}

  async function find<K extends CredentialKind>(
    credential: Credential<K>,
    shown: Shown,
  ): Promise<Caller | undefined> {
    const resolve: Resolve<K> | undefined = table[credential.kind]
    return resolve?.(credential, shown)
  }

  return {
    add: (resolvers) => {
      const twice = KINDS.find((kind) => table[kind] !== undefined && resolvers[kind] !== undefined)
      if (twice !== undefined) throw new Error(`The credential ${twice} has two resolvers`)
      table = { ...table, ...resolvers }
    },
    findCaller: find,
  }
}
