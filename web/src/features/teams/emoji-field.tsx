import { Smile } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Spinner } from '../../ui/display/spinner.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import type { TeamFields } from './team-fields.ts'

const EmojiPicker = lazyPart(() => import('../../editor/emoji/emoji-picker.tsx'), 'EmojiPicker')

/** One emoji, typed or picked. */
export function EmojiField({
  form,
  name,
  label,
}: {
  form: EntityForm<TeamFields>
  name: 'emoji'
  label: string
}) {
  const { t } = useTranslation()
  const { field, error } = useField({ form, name })
  const [open, setOpen] = useState(false)
  const choose = (emoji: string) => {
    setOpen(false)
    field.onChange(emoji)
  }
  return (
    <Field label={label} error={error}>
      <Input
        {...field}
        value={String(field.value ?? '')}
        autoComplete="off"
        end={
          <Popover
            open={open}
            onOpenChange={setOpen}
            align="end"
            label={t('teams.emoji.choose')}
            className="overflow-hidden! p-0!"
            trigger={
              <IconButton label={t('teams.emoji.choose')} size="sm">
                <Smile size={16} aria-hidden />
              </IconButton>
            }
          >
            <Suspense
              fallback={
                <div className="grid h-88 w-80 place-items-center text-ink-3">
                  <Spinner />
                </div>
              }
            >
              <EmojiPicker onEmoji={choose} />
            </Suspense>
            {field.value && (
              <div className="border-t p-1.5">
                <Button size="sm" variant="ghost" onClick={() => choose('')}>
                  {t('teams.emoji.clear')}
                </Button>
              </div>
            )}
          </Popover>
        }
      />
    </Field>
  )
}
