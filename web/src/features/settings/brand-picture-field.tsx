import { uploadBrandPicture } from '@parley/contract/settings/settings-writes'
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { fileSize } from '../../format/file-size.ts'
import { useField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Logo } from '../../session/logo.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import type { GeneralFields } from './general-fields.ts'

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const MAX_BYTES = 2 * 1024 * 1024

/** A picture that is uploaded immediately and applied when the form is saved. */
export function BrandPictureField({
  form,
  use,
  label,
  help,
}: {
  form: EntityForm<GeneralFields>
  use: 'logo' | 'favicon'
  label: string
  help: string
}) {
  const { t } = useTranslation()
  const { field, error } = useField({ form, name: `${use}_url` })
  const fileInput = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const upload = useApiMutation(
    (file: File) => {
      const body = new FormData()
      body.append('use', use)
      body.append('files', file)
      return call(uploadBrandPicture, { body })
    },
    {
      failure: 'inline',
      onSuccess: ({ url }) => field.onChange(url),
      onError: ({ message }) => setRefusal(message),
    },
  )
  const selectFile = (file: File | undefined) => {
    if (!file) return
    const problem = !imageTypes.includes(file.type)
      ? t('general.picture.type')
      : file.size > MAX_BYTES
        ? t('general.picture.size', { size: fileSize(file.size) })
        : undefined
    setRefusal(problem)
    if (!problem) upload.mutate(file)
  }
  return (
    <Field label={label} help={help} error={refusal ?? error}>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid h-14 min-w-14 place-items-center rounded-lg border bg-surface-sunk px-3">
          {field.value ? (
            <img
              src={String(field.value)}
              alt={t('general.picture.alt', { label })}
              className={use === 'logo' ? 'h-9 max-w-44 object-contain' : 'size-8 object-contain'}
            />
          ) : (
            <Logo />
          )}
        </span>
        <input
          ref={fileInput}
          type="file"
          hidden
          aria-label={t('general.picture.upload', { label })}
          accept={imageTypes.join(',')}
          onChange={(event) => {
            selectFile(event.target.files?.[0])
            // Allows choosing the same file again after an error.
            event.target.value = ''
          }}
        />
        <Button type="button" loading={upload.isPending} onClick={() => fileInput.current?.click()}>
          <ImageUp size={14} aria-hidden />
          {t('general.picture.upload_button')}
        </Button>
        {Boolean(field.value) && (
          <Button
            type="button"
            variant="ghost"
            aria-label={t('general.picture.remove', { label })}
            onClick={() => field.onChange('')}
          >
            <Trash2 size={14} aria-hidden />
            {t('account.picture.remove')}
          </Button>
        )}
        {!field.value && <span className="text-xs text-ink-3">{t('general.picture.none')}</span>}
      </div>
    </Field>
  )
}
