/**
 * Which files may import which; `docs/house.md` gives the reasons. Paths are relative to the root of the
 * repository.
 */
export interface ImportRule {
  /** Matches the files to which the rule applies. */
  from: RegExp
  /** Matches the files that they must not import. */
  never: RegExp
  /** Exceptions of `never`. */
  except?: RegExp
  message: string
}

const INFRASTRUCTURE =
  'database|http|http-client|realtime|storage|mail|images|audio-probe|audio-analysis|metrics|events|access|rate-limits'

export const importTable: readonly ImportRule[] = [
  { from: /^contract\//, never: /^(?!contract\/)/, message: 'The contract imports nothing of ours.' },
  {
    from: /^server\/src\/platform\//,
    never: /^server\/src\/(?!platform\/)/,
    message: 'The platform imports nothing of ours but the contract.',
  },
  {
    from: new RegExp(`^server/src/(?:${INFRASTRUCTURE})/(?!.*\\.test\\.ts$)`),
    never: /^server\/src\/(?:features|protocols|cli|app|maintenance)\//,
    message: 'Infrastructure knows no feature and nothing of the application around it.',
  },
  {
    from: /^server\/src\/features\//,
    never: /^server\/src\/(?:cli|protocols|app|maintenance)\/|^server\/src\/config\.ts$/,
    message: 'A feature knows nothing of the application around it.',
  },
  {
    from: /^server\/src\/protocols\/(?!.*\.test\.ts$)/,
    never: /^server\/src\/(?:cli|app|maintenance|database)\/|^server\/src\/config\.ts$/,
    message: 'A protocol knows no table and nothing of the application around it.',
  },
  { from: /^server\//, never: /^web\//, message: 'The server does not know the browser.' },
  { from: /^web\//, never: /^server\//, message: 'The browser does not know the server.' },
  {
    from: /^web\/src\/ui\//,
    never: /^(?:contract\/|web\/src\/(?:features|client|realtime|pages|app)\/)/,
    message: 'ui knows no music.',
  },
  {
    from: /^web\/src\/(?:client|realtime)\//,
    never: /^web\/src\/(?:features|pages|app|ui)\//,
    message: 'The client knows no screens.',
  },
  {
    from: /^web\/src\/features\//,
    never: /^web\/src\/(?:pages|app)\//,
    message: 'A feature knows nothing of pages and the application.',
  },
]
