import { Smile } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { TeamFields } from './team-fields.ts'

const EmojiPicker = lazy(() =>
  import('../../editor/emoji-picker.tsx').then((m) => ({ default: m.EmojiPicker })),
)

/** One emoji, typed or chosen. */
export function EmojiField({
  of,
  name,
  label,
}: {
  of: EntityForm<TeamFields>
  name: 'emoji'
  label: string
}) {
  const { t } = useTranslation()
  const { field, error } = useField({ of, name })
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
