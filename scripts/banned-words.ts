/** A word that this repository does not use, and what to write instead; `docs/glossary.md` has the full list. */
export interface BannedWord {
  /** Matches within the words of an identifier, which are split at capitals and joined by blanks in lower case. */
  pattern: RegExp
  /**
   * Whether comments and the names of tests are checked, too. Most of these words have an ordinary meaning in a
   * sentence.
   */
  inComments?: true
  instead: string
}

export const bannedWords: readonly BannedWord[] = [
  {
    pattern: /\btell(?:s|ing|er)?\b/,
    inComments: true,
    instead: 'emit, broadcast, publish, send, notify, report; distinguish, reveal',
  },
  { pattern: /\btold\b/, inComments: true, instead: 'sent, notified, reported, declared' },
  { pattern: /\bhear(?:s|ers?)?\b/, instead: 'on, subscribe, receive, handler' },
  { pattern: /\bhearers?\b/, inComments: true, instead: 'handler, subscriber' },
  { pattern: /\bhouseholds?\b/, inComments: true, instead: 'client subnet' },
  { pattern: /\bupkeep\b/, inComments: true, instead: 'maintenance' },
  { pattern: /\btid(?:y|ies|ied|ying)\b/, inComments: true, instead: 'clean up, cleanup' },
  { pattern: /\bgoodbyes?\b/, inComments: true, instead: 'close, removal' },
  { pattern: /\bspeaker?\b/, instead: 'send, post, publisher' },
  { pattern: /\b(?:meets?|met)\b/, instead: 'load, reach' },
  { pattern: /\bfarewells?\b/, inComments: true, instead: 'close, notice' },
  { pattern: /\b(?:fate|judge)\b/, instead: 'outcome, handleFailure' },
  { pattern: /\bdoings?\b/, instead: 'activity, actions' },
  { pattern: /\bwish(?:es)?\b/, instead: 'options, request' },
  { pattern: /\b(?:complain\w*|praise)\b/, instead: 'errors, problems, showError, showSuccess' },
  { pattern: /\bbreathe\b/, instead: 'yieldToMain' },
  { pattern: /\brecall\b/, instead: 'getStored' },
  { pattern: /\bdetour\b/, instead: 'redirect' },
  { pattern: /\bstand in\b/, instead: 'fake' },
  { pattern: /\bfacts?\b/, instead: 'info, probe, payload, details' },
  { pattern: /\bfilms?\b/, inComments: true, instead: 'video' },
  { pattern: /\bstrangers?\b/, instead: 'unknownIds, anonymous, outsider' },
  { pattern: /\bevery(?:one|body)\b/, inComments: true, instead: 'the role: member, admin, client, caller' },
  {
    // In backquotes it may be the name of an account of the operating system.
    pattern: /(?<!`)\b(?:nobody|somebody|whoever)\b/,
    inComments: true,
    instead: 'the role: member, admin, client, caller',
  },
  { pattern: /\btogether\b/, instead: 'realtime, batch, group' },
  { pattern: /\bleft off\b/, instead: 'resumeState' },
  { pattern: /\b(?:knowledge|bookmarks?)\b/, instead: 'snapshot; page offsets' },
  { pattern: /\bgathered\b/, instead: 'buffered' },
  { pattern: /\bsealed?\b/, instead: 'encrypted' },
  { pattern: /\bpatience\b/, instead: 'timeout' },
  { pattern: /\bpace\b/, instead: 'rate' },
  { pattern: /\bkeeper\b/, instead: 'owner' },
  { pattern: /\b(?:keep letter|letters? (?:to|limits?|outline|screen))\b/, instead: 'email' },
  { pattern: /\b(?:act row|record act|admin acts?)\b/, instead: 'audit event' },
  {
    pattern: /\b(?:give (?:try )?back|take (?:try|turn|back)|end turn)\b/,
    instead: 'release, refund, consume, acquire, withdraw',
  },
  { pattern: /\bhand(?:ed|s)? over\b/, instead: 'offload' },
  { pattern: /\bunheard\b/, instead: 'missed, idle' },
]

/** Names on the wire, in the database or in stored settings, which cannot follow the glossary. */
export const frozenNames: ReadonlySet<string> = new Set([
  'adminActs',
  'upkeepRuns',
  'scrobbleAsks',
  'letters',
  'tellsUnreleased',
  'heardAt',
  'playerLeftOff',
  'lastPlayerLeftOff',
  'sealedKey',
  'bookmark',
  'bookmarks',
  'bookmarkPosition',
])
