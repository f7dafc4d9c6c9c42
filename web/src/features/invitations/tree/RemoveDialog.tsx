import { useId, useState } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useRemoveFromTree } from './api.ts'
import styles from './RemoveDialog.module.css'
import type { TreeNode } from './tree-model.ts'
import { branchText, peopleText } from './tree-wording.ts'

interface RemoveDialogProps {
  /** The member to remove; undefined while the dialog is closed. */
  node: TreeNode | undefined
  onClose: () => void
  onRemoved: () => void
}

/** Asks whether a member is removed alone, so that the members below move up, or together with all members below. */
export function RemoveDialog({ node, onClose, onRemoved }: RemoveDialogProps) {
  // The last member is kept, so that the text stays complete during the closing animation.
  const [last, setLast] = useState(node)
  if (node !== undefined && node !== last) setLast(node)
  const shown = node ?? last
  const [withBranch, setWithBranch] = useState(false)
  const remove = useRemoveFromTree()
  const close = () => {
    setWithBranch(false)
    onClose()
  }
  if (shown === undefined) return null
  return (
    <Dialog
      open={node !== undefined}
      role="alertdialog"
      width="medium"
      title={`${shown.name} entfernen?`}
      onClose={close}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            Abbrechen
          </Button>
          <Button
            kind="danger-solid"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(
                { id: shown.id, people: withBranch ? shown.branchSize : undefined },
                { onSuccess: onRemoved, onSettled: close },
              )
            }
          >
            Entfernen
          </Button>
        </>
      }
    >
      <Question node={shown} withBranch={withBranch} onChange={setWithBranch} />
    </Dialog>
  )
}

interface QuestionProps {
  node: TreeNode
  withBranch: boolean
  onChange: (withBranch: boolean) => void
}

function Question({ node, withBranch, onChange }: QuestionProps) {
  const name = useId()
  const guests = node.children.filter(({ member }) => member !== undefined).length
  if (node.branchSize === 0)
    return (
      <Text as="p" tone="muted">
        Der Account wird mit allem gelöscht, was an ihm hängt. Das lässt sich nicht rückgängig machen.
      </Text>
    )
  const parent = node.parent?.name
  const options = [
    {
      value: false,
      label: `Nur ${node.name}`,
      text:
        parent === undefined
          ? 'Der Zweig steht danach oben im Baum.'
          : `Der Zweig hängt danach an ${parent}.`,
    },
    { value: true, label: `${node.name} und den ganzen Zweig`, text: branchText(node) },
  ]
  return (
    <>
      <Text as="p" tone="muted">
        {node.name} hat {peopleText(guests)} eingeladen
        {node.branchSize > guests && `, mit deren Gästen sind es ${node.branchSize}`}.
      </Text>
      <fieldset className={styles.choice}>
        <legend className="sr">Zweig</legend>
        {options.map(({ value, label, text }) => (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the input and its texts are inside
          <label key={label} className={classNames(styles.option, value === withBranch && styles.chosen)}>
            <input
              type="radio"
              className="sr"
              name={name}
              checked={value === withBranch}
              onChange={() => onChange(value)}
            />
            <span className={styles.radio} aria-hidden />
            <span className={styles.text}>
              <Text size="md" weight="semibold">
                {label}
              </Text>
              <Text size="sm" tone="muted">
                {text}
              </Text>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
