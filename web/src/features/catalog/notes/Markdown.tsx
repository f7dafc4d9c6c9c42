import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Block, type Inline, parseNotes } from './markdown.ts'
import styles from './Markdown.module.css'

/** Renders notes as React elements. The text is never parsed as HTML. */
export function Markdown({ text }: { text: string }) {
  return parseNotes(text).map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other key
    <BlockOf key={index} block={block} />
  ))
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p className={styles.paragraph}>{inlines(block.content)}</p>
  const List = block.isNumbered ? 'ol' : 'ul'
  return (
    <List className={block.isNumbered ? styles.numbers : styles.bullets}>
      {block.items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other key
        <li key={index}>{inlines(item)}</li>
      ))}
    </List>
  )
}

function inlines(content: readonly Inline[]): ReactNode[] {
  // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other key
  return content.map((inline, index) => <InlineOf key={index} inline={inline} />)
}

function InlineOf({ inline }: { inline: Inline }) {
  if (inline.kind === 'text') return inline.text
  const inner = inlines(inline.content)
  if (inline.kind === 'emphasis') return <em>{inner}</em>
  if (inline.kind === 'strong') return <strong>{inner}</strong>
  if (inline.href.startsWith('/'))
    return (
      <Link to={inline.href} className={styles.link}>
        {inner}
      </Link>
    )
  return (
    <a href={inline.href} target="_blank" rel="noopener noreferrer" className={styles.link}>
      {inner}
    </a>
  )
}
