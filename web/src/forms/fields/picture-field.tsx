import { ImageUp, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { fileSize } from '../../format/file-size.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import type { EntityForm } from '../use-entity-form.ts'
import { useField } from './fields.tsx'

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const MAX_BYTES = 2 * 1024 * 1024

/** A picture that is uploaded immediately and applied when the form is saved. Its value is the URL, or "" for none. */
export function PictureField<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  upload,
  fallback,
  noneText,
  isWide,
}: {
  form: EntityForm<Values>
  name: FieldPath<Values>
  label: string
  help: string
  upload: (file: File) => Promise<{ url: string }>
  /** Shown while there is no picture. */
  fallback: ReactNode
  noneText: string
  isWide: boolean
}) {
  const { t } = useTranslation()
  const { field, error } = useField({ form, name })
  const fileInput = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const uploading = useApiMutation(upload, {
    failure: 'inline',
    onSuccess: ({ url }) => field.onChange(url),
    onError: ({ message }) => setRefusal(message),
  })
  const selectFile = (file: File | undefined) => {
    if (!file) return
    const problem = !imageTypes.includes(file.type)
      ? t('general.picture.type')
      : file.size > MAX_BYTES
        ? t('general.picture.size', { size: fileSize(file.size) })
        : undefined
    setRefusal(problem)
    if (!problem) uploading.mutate(file)
  }
  return (
    <Field label={label} help={help} error={refusal ?? error}>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid h-14 min-w-14 place-items-center rounded-lg border bg-surface-sunk px-3">
          {field.value ? (
            <img
              src={String(field.value)}
              alt={t('general.picture.alt', { label })}
              className={isWide ? 'h-9 max-w-44 object-contain' : 'size-8 object-contain'}
            />
          ) : (
            fallback
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
        <Button type="button" loading={uploading.isPending} onClick={() => fileInput.current?.click()}>
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
        {!field.value && <span className="text-xs text-ink-3">{noneText}</span>}
      </div>
    </Field>
  )
}
