import { type Editor, useEditorState } from '@tiptap/react'
import { Link } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/inputs/button.tsx'
import { Field } from '../ui/inputs/field.tsx'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { Input } from '../ui/inputs/input.tsx'
import { Popover } from '../ui/overlays/popover.tsx'
import { linkHref } from './link-href.ts'

/** Links the selected text, or inserts the address as a link. */
export function LinkButton({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const active = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') })
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [isInvalid, setInvalid] = useState(false)

  const onOpenChange = (next: boolean) => {
    const { href } = editor.getAttributes('link')
    if (next) setAddress(typeof href === 'string' ? href : '')
    setInvalid(false)
    setOpen(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const href = linkHref(address)
    if (!href) return setInvalid(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !active)
      chain
        .insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else chain.setLink({ href }).run()
    setOpen(false)
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    setOpen(false)
  }

  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      side="top"
      label={t('editor.link')}
      className="w-72"
      trigger={
        <IconButton label={t('editor.link')} side="top" pressed={active}>
          <Link size={16} aria-hidden />
        </IconButton>
      }
    >
      <form onSubmit={submit} noValidate>
        <Field label={t('editor.link_address')} error={isInvalid ? t('editor.link_wrong') : undefined}>
          <Input
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            placeholder="https://"
            inputMode="url"
            autoComplete="off"
          />
        </Field>
        <div className="mt-3 flex justify-end gap-2">
          {active && (
            <Button type="button" variant="ghost" onClick={remove}>
              {t('editor.link_remove')}
            </Button>
          )}
          <Button type="submit" variant="primary">
            {t('editor.link_apply')}
          </Button>
        </div>
      </form>
    </Popover>
  )
}
